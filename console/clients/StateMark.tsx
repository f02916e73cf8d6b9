import type { ClientRow } from "#contract/manage/clients.ts";
import { t } from "../translate.ts";
import { useNow } from "../ui/use-now.ts";
import { HappeningMark } from "./HappeningMark.tsx";
import { happeningOf } from "./happening.ts";
import styles from "./StateMark.module.css";
import { StateRing } from "./StateRing.tsx";

/** How far a client has come, and what is worth a look. */
export function StateMark({ client }: { client: ClientRow }) {
  const now = useNow();
  return (
    <span className={styles.mark}>
      <span className={styles.state}>
        <StateRing state={client.state} />
        {t(`clients.state.${client.state}`)}
      </span>
      {client.flags.length > 0 && <HappeningMark happening={happeningOf(client, now)} />}
    </span>
  );
}
