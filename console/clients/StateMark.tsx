import type { ClientRow } from "#contract/manage/clients.ts";
import { t } from "../translate.ts";
import { Instant } from "../ui/Instant.tsx";
import styles from "./StateMark.module.css";

type StateMarkProps = { client: Pick<ClientRow, "state" | "stuckSince" | "askedBack" | "changedAt"> };

/** How far a client has come, in a word; and since when nothing has come, where that is long. */
export function StateMark({ client: { state, stuckSince, askedBack, changedAt } }: StateMarkProps) {
  return (
    <span className={styles.mark} data-state={stuckSince === null ? state : "stuck"}>
      {t(`clients.state.${state}`)}
      {stuckSince !== null && (
        <span className={styles.stuck}>
          {t(changedAt === null ? "clients.stuckSinceAdded" : "clients.stuck")}{" "}
          <Instant at={stuckSince} never="" />
        </span>
      )}
      {askedBack > 0 && <span className={styles.asked}>{t("clients.askedBack", { count: askedBack })}</span>}
    </span>
  );
}
