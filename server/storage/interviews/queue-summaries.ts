import type { Db } from "../engine/schema.ts";
import { insertJob } from "../outbox/jobs.ts";

/** The job that recomputes the summaries of clients whose interview has changed. Databases store this earlier name. */
export const SUMMARIZE_JOB = "ask-anew";

/** One client; or all clients of an interview; or also those who submitted an earlier version than `before`. */
type SummariesToQueue = { interviewId: string; clientId?: string; before?: number; at: number };

/** Part of the transaction that changes what clients are asked. */
export function queueSummaries(
  db: Db,
  { interviewId, clientId, before, at }: SummariesToQueue,
): Promise<void> {
  const whom = clientId ?? (before === undefined ? interviewId : `${interviewId}/${before}`);
  return insertJob(db, {
    kind: SUMMARIZE_JOB,
    dedupeKey: `${SUMMARIZE_JOB}:${whom}`,
    payload: {
      interviewId,
      ...(clientId !== undefined && { clientId }),
      ...(before !== undefined && { before: String(before) }),
    },
    at,
  });
}
