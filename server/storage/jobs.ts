import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "./schema.ts";

export type NewJob = {
  kind: string;
  /** A job with the same key that is still there is this job. */
  dedupeKey: string;
  /** Ids only. */
  payload: { [name: string]: string };
  at: number;
};

/** Part of the transaction that makes the job necessary. */
export async function insertJob(db: Kysely<Tables>, job: NewJob): Promise<void> {
  const { kind, dedupeKey, payload, at } = job;
  await db
    .insertInto("jobs")
    .values({
      job_id: randomUUID(),
      kind,
      dedupe_key: dedupeKey,
      payload: JSON.stringify(payload),
      attempts: 0,
      next_at: at,
      leased_until: null,
      lease: null,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .execute();
}
