import { differencesOf, type QuestionDifference } from "#contract/manage/answers/differences.ts";
import type { Client } from "#contract/manage/clients.ts";
import type { HistoryStep } from "#contract/manage/history.ts";
import { Button } from "../../web/ui/Button.tsx";
import { combineQueries } from "../api/query-state.ts";
import { useRecord } from "../client/use-client.ts";
import { useInterview } from "../clients/use-question-titles.ts";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { Instant } from "../ui/Instant.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import styles from "./Comparison.module.css";
import { Difference } from "./Difference.tsx";
import { useRestore, useRevision } from "./use-history.ts";

type ComparisonProps = { client: Client; step: HistoryStep; onBack: () => void };

/** What has changed since a revision, and the way back to it. */
export function Comparison({ client, step: { revision, savedAt }, onBack }: ComparisonProps) {
  const records = combineQueries(
    useRevision(client.clientId, revision),
    useRecord(client),
    (before, now) => ({
      before,
      now: now.record,
    }),
  );
  const differences = combineQueries(useInterview(), records, (interview, { before, now }) =>
    differencesOf(interview, before, now),
  );
  const restoring = useRestore(client.clientId);
  return (
    <div className={styles.comparison}>
      <p>
        {t("history.since")} <Instant at={savedAt} never="" />:
      </p>
      <Failure error={restoring.error} />
      <Loaded query={differences}>{(found) => <Differences differences={found} />}</Loaded>
      <div className={styles.acts}>
        <Button icon="arrow-left" onClick={onBack}>
          {t("history.back")}
        </Button>
        <Button
          variant="danger"
          busy={restoring.isPending}
          onClick={() => restoring.mutate(revision, { onSuccess: onBack })}
        >
          {t("history.restore")}
        </Button>
      </div>
      <p className={styles.hint}>{t("history.restoreHint")}</p>
    </div>
  );
}

function Differences({ differences }: { differences: QuestionDifference[] }) {
  if (differences.length === 0) return <p>{t("history.same")}</p>;
  return differences.map((difference) => <Difference key={difference.questionId} difference={difference} />);
}
