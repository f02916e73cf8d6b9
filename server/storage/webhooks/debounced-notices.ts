import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { endJob, holdsLease, putOffJob, type TakenJob } from "../outbox/jobs.ts";
import { mayTellSavedAt, preparedLastSavedMessage, webhookOutbox } from "../outbox/webhook-outbox.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";

export function savedNoticeQueries(engine: Engine, seals: DataKeyring) {
  const outbox = webhookOutbox(engine, seals);
  const lastSavedMessage = preparedLastSavedMessage(engine);

  async function tellSaved(db: Db, job: TakenJob, { clientId, now }: Saved): Promise<boolean> {
    if (!(await holdsLease(db, job))) return false;
    const head = await db
      .selectFrom("records")
      .select("revision")
      .where("client_id", "=", clientId)
      .executeTakeFirst();
    const last = await lastSavedMessage(db, clientId);
    // already sent, by a run of this job during which a save added the job again
    if (!head || head.revision === last?.revision) return endJob(db, job);
    const dueAt = mayTellSavedAt(last, now);
    // a restart releases jobs before their time
    if (dueAt > now) return putOffJob(db, job, dueAt);
    await outbox.tell(db, { kind: "record.saved", clientId, at: now });
    return endJob(db, job);
  }

  return {
    /** Sends the job's message and ends the job. False if another worker has the lease. */
    announceSaved: (job: TakenJob, saved: Saved): Promise<boolean> =>
      engine.write((db) => tellSaved(db, job, saved)),
  };
}

type Saved = { clientId: string; now: number };
