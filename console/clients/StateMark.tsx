import type { ClientRow } from "#contract/manage/clients.ts";
import { t } from "../translate.ts";
import styles from "./StateMark.module.css";

type StateMarkProps = { client: Pick<ClientRow, "state"> };

/** How far a client has come, in a word; and since when nothing has come, where that is long. */
export function StateMark({ client: { state } }: StateMarkProps) {
  return (
    <span className={styles.mark} data-state={state}>
      {t(`clients.state.${state}`)}
    </span>
  );
}
