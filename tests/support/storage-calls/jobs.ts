import fc from "fast-check";
import type { TakenJob } from "../../../server/storage/outbox/jobs.ts";
import {
  CLIENTS,
  call,
  life,
  mostly,
  plainCall,
  SECOND,
  type Side,
  TAKES,
  unordered,
  WEBHOOKS,
} from "./pool.ts";

const KINDS = ["transcribe-take", "deliver-next", "tell-saved", "send-mail", "other"];
const LEASE_MS = 90 * SECOND;

export const takeJobKey = ({ clientId, takeId }: { clientId: string; takeId: string }) =>
  `transcribe-take:${clientId}/${takeId}`;
export const deliverJobKey = (webhookId: string) => `deliver-next:${webhookId}`;
export const savedJobKey = (clientId: string) => `tell-saved:${clientId}`;
export const mailJobKey = (mailId: string) => `send-mail:${mailId}`;

const dedupeKey = mostly(
  "other:1",
  "other:2",
  takeJobKey({ clientId: CLIENTS[0] ?? "", takeId: TAKES[0] ?? "" }),
  deliverJobKey(WEBHOOKS[0] ?? ""),
  savedJobKey(CLIENTS[0] ?? ""),
);

/** The job as it was last taken, or a job that was never taken. */
export function jobOf(side: Side, key: string): TakenJob {
  const kind = key.slice(0, key.indexOf(":"));
  return (
    side.held.get(key) ?? { jobId: "none", kind, dedupeKey: key, payload: {}, attempts: 1, lease: "none" }
  );
}

/**
 * Takes every job that can be taken. Returns the jobs without their ids in a fixed order, and their due times in the
 * order of taking. Which of the jobs that are due at the same moment is taken first is undefined.
 */
export async function takeDueJobs(side: Side, kinds: string[], now: number) {
  const dueTimes = await side.engine.read((db) =>
    db.selectFrom("jobs").select(["dedupe_key", "next_at"]).execute(),
  );
  const taken: TakenJob[] = [];
  for (;;) {
    const job = await side.storage.jobs.take(kinds, { now, until: now + LEASE_MS });
    if (!job) break;
    side.held.set(job.dedupeKey, job);
    taken.push(job);
  }
  const dueAt = taken.map((job) => dueTimes.find((row) => row.dedupe_key === job.dedupeKey)?.next_at);
  return { dueAt, jobs: unordered(taken.map(({ jobId: _id, lease: _lease, ...job }) => job)) };
}

/** The job of that key, taken first if it is due. */
export async function dueJob(side: Side, key: string, now: number): Promise<TakenJob> {
  await takeDueJobs(side, [key.slice(0, key.indexOf(":"))], now);
  return jobOf(side, key);
}

export const jobCalls = {
  "jobs.add": call(fc.record({ dedupeKey, later: life }), ({ storage }, { dedupeKey: key, later }, at) =>
    storage.jobs.add({
      ...jobOf({ held: new Map() } as unknown as Side, key),
      payload: { of: key },
      at: at + later,
    }),
  ),
  "jobs.take": call(mostly(KINDS, ["other"], ["transcribe-take", "send-mail"]), (side, kinds, at) =>
    takeDueJobs(side, kinds, at),
  ),
  "jobs.renewLease": call(dedupeKey, (side, key, at) =>
    side.storage.jobs.renewLease(jobOf(side, key), at + LEASE_MS),
  ),
  "jobs.postpone": call(fc.record({ dedupeKey, later: life }), (side, { dedupeKey: key, later }, at) =>
    side.storage.jobs.postpone(jobOf(side, key), at + later),
  ),
  "deliveries.putOffJob": call(fc.record({ dedupeKey, later: life }), (side, { dedupeKey: key, later }, at) =>
    side.storage.deliveries.putOffJob(jobOf(side, key), at + later),
  ),
  "jobs.return": call(dedupeKey, (side, key) => side.storage.jobs.return(jobOf(side, key))),
  "jobs.drop": call(dedupeKey, (side, key) => side.storage.jobs.drop(jobOf(side, key))),
  "jobs.release": plainCall(({ storage }, at) => storage.jobs.release(at)),
  "stats.queues": plainCall(({ storage }, at) => storage.stats.queues(at)),
};
