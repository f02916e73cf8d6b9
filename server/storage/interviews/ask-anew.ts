import type { Db } from "../engine/schema.ts";
import { insertJob } from "../outbox/jobs.ts";

/** A job of clients who are asked something else from now on: what lists tell of them is to be computed anew. */
export const ASK_ANEW = "ask-anew";

/** Of one client; of all of an interview; or of all, with those who have submitted an earlier version than `before`. */
type AskedAnew = { interviewId: string; clientId?: string; before?: number; at: number };

/** Part of the transaction that asks something else. */
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
