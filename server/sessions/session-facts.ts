import { isoOf } from "#contract/instants.ts";
import type { Session } from "../storage/access/sessions.ts";

/** What may be told of a session; its token is stored nowhere. */
export function toSessionView({ sessionId, createdAt, lastUsedAt }: Session) {
  return { sessionId, begunAt: isoOf(createdAt), lastUsedAt: isoOf(lastUsedAt) };
}
