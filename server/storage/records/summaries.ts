import type { ClientRecord } from "#contract/record/record.ts";
import { type ClientInterview, interviewColumns, interviewOf } from "../engine/client-interview.ts";
import type { Engine } from "../engine/engine.ts";
import { StorageUnavailable } from "../engine/faults.ts";
import { type ComputedSummary, computedRow } from "../engine/record-summary.ts";
import type { Db } from "../engine/schema.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { recordBodies } from "./record-bodies.ts";
import { type Head, preparedRecordQueries } from "./record-statements.ts";
import type { ComposedRecord } from "./save-records.ts";

/** A record, and what its client is asked now. */
export type SummarizedRecord = {
  clientId: string;
  revision: number;
  interview: ClientInterview;
  /** Whether the client stays on the version that was submitted. */
  hasSubmitted: boolean;
  /** Undefined where it cannot be read now; its next save counts anew. */
  record: ClientRecord | undefined;
};

/** What lists are to say of a record in that revision. */
export type NewSummary = Pick<SummarizedRecord, "clientId" | "revision"> & {
  summary: ComputedSummary & Pick<ComposedRecord, "interviewHash">;
};

/** `clientId`: of one client alone. */
export type SummaryPage = {
  interviewId: string;
  clientId?: string | undefined;
  after: string;
  limit: number;
};

/** What lists say of a record is computed when it is saved, and again when its client is asked something else. */
export function summaryQueries(engine: Engine, seals: DataKeyring) {
  const queries = preparedRecordQueries(engine);
  const { recordOf } = recordBodies(queries, seals);
  return {
    /** Records of the clients of an interview, by client, from behind that one on. */
    listSummarized: ({
      interviewId,
      clientId: only,
      after,
      limit,
    }: SummaryPage): Promise<SummarizedRecord[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("records")
          .innerJoin("clients", "clients.client_id", "records.client_id")
          .selectAll("records")
          .select([...interviewColumns, "clients.interview_version as own_version"])
          .where("clients.interview_id", "=", interviewId)
          .where("clients.erased_at", "is", null)
          .where("records.client_id", ">", after)
          .$if(only !== undefined, (found) => found.where("records.client_id", "=", only ?? ""))
          .orderBy("records.client_id")
          .limit(limit)
          .execute();
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

    /** A record that was saved meanwhile has a newer summary, which stays. */
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

  async function readable(db: Db, head: Head): Promise<ClientRecord | undefined> {
    try {
      return await recordOf(db, head);
    } catch (error) {
      if (error instanceof StorageUnavailable) return undefined;
      throw error;
    }
  }
}
