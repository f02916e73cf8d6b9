import type { Db } from "../engine/schema.ts";
import { insertJob } from "../outbox/jobs.ts";

/** The kind of the job that recomputes the summaries of clients whose interview has changed. */
export const ASK_ANEW = "ask-anew";

/** One client; or all clients of an interview; or also those who submitted an earlier version than `before`. */
type AskedAnew = { interviewId: string; clientId?: string; before?: number; at: number };

/** Part of the transaction that changes what clients are asked. */
export function askAnew(db: Db, { interviewId, clientId, before, at }: AskedAnew): Promise<void> {
  const whom = clientId ?? (before === undefined ? interviewId : `${interviewId}/${before}`);
  return insertJob(db, {
    kind: ASK_ANEW,
    dedupeKey: `${ASK_ANEW}:${whom}`,
    payload: {
      interviewId,
      ...(clientId !== undefined && { clientId }),
      ...(before !== undefined && { before: String(before) }),
    },
    at,
  });
}
