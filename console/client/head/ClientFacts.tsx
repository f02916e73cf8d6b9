import type { Client } from "#contract/manage/clients.ts";
import { numberWords } from "../../../web/ui/language/spoken-language.ts";
import { dueWords, wholeDay } from "../../clients/client-words.ts";
import { StateRing } from "../../clients/StateRing.tsx";
import { useInterviews } from "../../interviews/use-interviews.ts";
import { t } from "../../translate.ts";
import { RelativeTime } from "../../ui/time/RelativeTime.tsx";
import { useNow } from "../../ui/time/use-now.ts";
import styles from "./ClientHead.module.css";
import { sinceWords } from "./since-words.ts";

type ClientFactsProps = {
  client: Client;
  /** The number of approved answers. */
  approved: number;
};

/** The client's progress in one line. */
export function ClientFacts({ client, approved }: ClientFactsProps) {
  const { state, completed, total, lastSeenAt, dueOn } = client;
  const now = useNow();
  const { data: interviews = [] } = useInterviews();
  return (
    <p className={styles.facts}>
      <span className={styles.state}>
        <StateRing state={state} />
        <span>{t(`clients.state.${state}`)}</span>
        <span className={styles.wide}>{sinceWords(client, now)}</span>
      </span>
      {interviews.length > 1 && <bdi className={styles.interview}>{client.interview.name}</bdi>}
      <span title={t("client.answered", { answered: completed, total })}>
        <span className={styles.narrow} aria-hidden="true">
          {completed}/{total}
        </span>
        <span className={styles.words}>{t("client.answered", { answered: completed, total })}</span>
      </span>
      {approved > 0 && (
        <span className={styles.wide}>{t("client.approved", { count: numberWords(approved) })}</span>
      )}
      <span className={styles.wide}>
        {lastSeenAt === null ? (
          t("client.neverSeen")
        ) : (
          <>
            {t("client.seen")} <RelativeTime at={lastSeenAt} never="" />
          </>
        )}
      </span>
      {dueOn !== null && (
        <span className={styles.narrow} title={wholeDay(dueOn)}>
          {t("clients.dueOn", { day: dueWords(dueOn, now) })}
        </span>
      )}
    </p>
  );
}
