import type { ClientRecord } from "#contract/record/record.ts";
import { type ClientInterview, interviewColumns, interviewOf } from "../engine/client-interview.ts";
import type { Engine } from "../engine/engine.ts";
import { StorageUnavailable } from "../engine/faults.ts";
import { type ComputedSummary, computedRow } from "../engine/record-summary.ts";
import type { Db } from "../engine/schema.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { recordBodies } from "./record-bodies.ts";
import { preparedRecordQueries, type RecordRow } from "./record-statements.ts";
import type { ComposedRecord } from "./save-records.ts";

/** A record, and the interview its client is asked now. */
export type SummarizedRecord = {
  clientId: string;
  revision: number;
  interview: ClientInterview;
  /** Whether the client has submitted, and so stays on that version of the interview. */
  hasSubmitted: boolean;
  /** Undefined if the record cannot be read now; its next save computes a new summary. */
  record: ClientRecord | undefined;
};

/** The summary that lists show, for that revision of the record. */
export type NewSummary = Pick<SummarizedRecord, "clientId" | "revision"> & {
  summary: ComputedSummary & Pick<ComposedRecord, "interviewHash">;
};

/** `clientId` limits the page to one client; `after` is the cursor, a client id. */
export type SummaryPage = {
  interviewId: string;
  clientId?: string | undefined;
  after: string;
  limit: number;
};

/** Both tables are read from this id on: PostgreSQL would otherwise merge them from the start for every page. */
export function selectSummarizedAfter(db: Db, { interviewId, clientId, after, limit }: SummaryPage) {
  return db
    .selectFrom("records")
    .innerJoin("clients", "clients.client_id", "records.client_id")
    .selectAll("records")
    .select([...interviewColumns, "clients.interview_version as own_version"])
    .where("clients.interview_id", "=", interviewId)
    .where("clients.erased_at", "is", null)
    .where("clients.client_id", ">", after)
    .where("records.client_id", ">", after)
    .$if(clientId !== undefined, (found) => found.where("records.client_id", "=", clientId ?? ""))
    .orderBy("records.client_id")
    .limit(limit);
}

/**
 * Lists show a stored summary of each record. Each save computes it, and so does a change of the client's interview.
 */
export function summaryQueries(engine: Engine, seals: DataKeyring) {
  const queries = preparedRecordQueries(engine);
  const { recordOf } = recordBodies(queries, seals);
  return {
    /** Records of an interview's clients, by client id, after the cursor. */
    listSummarized: (page: SummaryPage): Promise<SummarizedRecord[]> =>
      engine.read(async (db) => {
        const rows = await selectSummarizedAfter(db, page).execute();
        const found: SummarizedRecord[] = [];
        for (const row of rows) {
          const { client_id: clientId, revision } = row;
          found.push({
            clientId,
            revision,
            interview: interviewOf(row),
            hasSubmitted: row.own_version !== null,
            record: await readable(db, row),
          });
        }
        return found;
      }),

    /** A record saved meanwhile keeps its newer summary. */
    putSummaries: (summaries: readonly NewSummary[]): Promise<void> =>
      engine.write(async (db) => {
        for (const { clientId, revision, summary } of summaries) {
          const { interviewHash, ...computed } = summary;
          await db
            .updateTable("records")
            .set({ ...computedRow(computed), interview_hash: interviewHash })
            .where("client_id", "=", clientId)
            .where("revision", "=", revision)
            .execute();
        }
      }),
  };

  async function readable(db: Db, head: RecordRow): Promise<ClientRecord | undefined> {
    try {
      return await recordOf(db, head);
    } catch (error) {
      if (error instanceof StorageUnavailable) return undefined;
      throw error;
    }
  }
}
