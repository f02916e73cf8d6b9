import { differencesOf, type QuestionDifference } from "#contract/manage/answers/differences.ts";
import { combineQueries } from "../api/query-state.ts";
import { useInterview } from "../clients/use-question-titles.ts";
import { t } from "../translate.ts";
import { Loaded } from "../ui/Loaded.tsx";
import styles from "./Comparison.module.css";
import { Difference } from "./Difference.tsx";
import type { ComparedRevisions } from "./history-address.ts";
import { useRevision } from "./use-history.ts";

type ComparisonProps = ComparedRevisions & { clientId: string };

/** What became other between two revisions. */
export function Comparison({ clientId, from, to }: ComparisonProps) {
  const records = combineQueries(useRevision(clientId, from), useRevision(clientId, to), (before, after) => ({
    before,
    after,
  }));
  const differences = combineQueries(useInterview(), records, (interview, { before, after }) =>
    differencesOf(interview, before, after),
  );
  return (
    <div className={styles.comparison}>
      <Loaded query={differences}>{(found) => <Differences differences={found} />}</Loaded>
    </div>
  );
}

function Differences({ differences }: { differences: QuestionDifference[] }) {
  return (
    <>
      <p role="status" className={differences.length === 0 ? undefined : "visually-hidden"}>
        {differences.length === 0 ? t("history.same") : t("history.differing", { count: differences.length })}
      </p>
      {differences.map((difference) => (
        <Difference key={difference.questionId} difference={difference} />
      ))}
    </>
  );
}
