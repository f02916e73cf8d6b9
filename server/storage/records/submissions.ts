import type { ClientRecord } from "#contract/record/record.ts";
import { parseStored } from "../engine/damage.ts";
import type { Engine } from "../engine/engine.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";

/** One submission without its record, which can be large. */
export type SubmissionStep = { submissionId: string; revision: number; submittedAt: number };

export function submissionQueries(engine: Engine, seals: DataKeyring) {
  return {
    /** Oldest first. */
    listSubmissionSteps: (clientId: string): Promise<SubmissionStep[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("submissions")
          .select(["submission_id", "revision", "submitted_at"])
          .where("client_id", "=", clientId)
          .orderBy("revision")
          .execute();
        return rows.map((row) => ({
          submissionId: row.submission_id,
          revision: row.revision,
          submittedAt: row.submitted_at,
        }));
      }),

    loadSubmission: (submissionId: string): Promise<ClientRecord | undefined> =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom("submissions")
          .select(["client_id", "revision", "body"])
          .where("submission_id", "=", submissionId)
          .executeTakeFirst();
        if (!row) return undefined;
        const { unseal } = await seals.toRead(db, row.client_id);
        return parseStored(unseal(sealingContexts.record(row.revision), row.body)) as ClientRecord;
      }),
  };
}
