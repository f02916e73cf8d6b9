import { useMemo } from "react";
import type { Interview } from "#contract/interview/interview.ts";
import { differencesOf } from "#contract/manage/answers/differences.ts";
import type { Client } from "#contract/manage/clients.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { combineQueries } from "../api/query-state.ts";
import { useInterview } from "../interviews/use-interviews.ts";
import { t } from "../translate.ts";
import { QueryView } from "../ui/QueryView.tsx";
import { compareWords } from "./compared-words.ts";
import { Difference } from "./Difference.tsx";
import type { ComparedRevisions } from "./history-address.ts";
import styles from "./RecordComparison.module.css";
import { useRevision } from "./use-history.ts";

type RecordComparisonProps = ComparedRevisions & { client: Client };

/** The differences between two revisions of a client's record. */
export function RecordComparison({ client, from, to }: RecordComparisonProps) {
  const { clientId } = client;
  const records = combineQueries(useRevision(clientId, from), useRevision(clientId, to), (before, after) => ({
    before,
    after,
  }));
  const compared = combineQueries(useInterview(client), records, (interview, read) => ({
    interview,
    ...read,
  }));
  return (
    <div className={styles.comparison}>
      <QueryView query={compared}>{(read) => <DifferenceList {...read} />}</QueryView>
    </div>
  );
}

type DifferenceListProps = { interview: Interview; before: ClientRecord; after: ClientRecord };

function DifferenceList({ interview, before, after }: DifferenceListProps) {
  // comparing long answers takes about 200 ms
  const differences = useMemo(
    () => compareWords(differencesOf(interview, before, after), Date.now),
    [interview, before, after],
  );
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
