import * as z from "zod/mini";
import { endpoints } from "#contract/api/endpoints.ts";
import { handOverSchema, type SessionFacts, sessionsSchema } from "#contract/api/sessions.ts";
import { call } from "./call.ts";
import type { Result } from "./result.ts";

const anythingSchema = z.unknown();

/** The sessions in which the client is signed in, the newest first. */
export function loadSessions(token: string): Promise<Result<SessionFacts[]>> {
  return call(endpoints.sessions, { schema: sessionsSchema, token });
}

/** A session that has expired in the meantime counts as ended, too. */
export async function endOneSession(token: string, sessionId: string): Promise<Result<unknown>> {
  const ended = await call(endpoints.endSession, { params: { sessionId }, schema: anythingSchema, token });
  const isGone = !ended.ok && ended.error.code === "NOT_FOUND";
  return isGone ? { ok: true, data: undefined } : ended;
}

export function endOtherSessions(token: string): Promise<Result<unknown>> {
  return call(endpoints.endOtherSessions, { schema: anythingSchema, token });
}

/** Makes a link that signs in one other device. */
export function makeHandOver(token: string): Promise<Result<z.infer<typeof handOverSchema>>> {
  return call(endpoints.handOver, { schema: handOverSchema, token });
}
