import * as z from "zod/mini";
import { interviewCallSchema, type SaveRequest } from "#contract/calls.ts";
import { endpoints } from "#contract/endpoints.ts";
import type { Interview } from "#contract/interview.ts";
import { type RecordInput, storedRecordSchema } from "#contract/record.ts";
import { errorSentence } from "../translate.ts";
import { call } from "./call.ts";
import { failed, type Result } from "./result.ts";

/** spec §7 names three fields; what else the server tells is welcome and not needed. */
const signedInSchema = z.object({
  accessToken: z.string().check(z.minLength(1)),
  clientId: z.string(),
  clientName: z.string(),
});
const savedSchema = z.object({ submittedAt: z.optional(z.nullable(z.string())) });
const anythingSchema = z.unknown();

export type Credentials = z.infer<typeof signedInSchema>;

/** A failed exchange: the server refused the key, or there was no proper answer at all. */
export type ExchangeFailure = { kind: "refused"; message: string } | { kind: "no-connection" };

/** spec §7: POST /v1/auth/exchange. A 4xx is told in the server's words (product §3). */
export async function exchangeKey(
  key: string,
): Promise<{ ok: true; credentials: Credentials } | { ok: false; failure: ExchangeFailure }> {
  const result = await call({
    endpoint: endpoints.exchange,
    schema: signedInSchema,
    body: { key },
    usesServerMessage: true,
  });
  if (result.ok) return { ok: true, credentials: result.data };
  const { status = 0, message } = result.error;
  const isAnswered = status >= 400;
  return { ok: false, failure: isAnswered ? { kind: "refused", message } : { kind: "no-connection" } };
}

/** Tells the server that the token is done with; nobody waits for it. */
export function endSession(token: string): void {
  void call({ endpoint: endpoints.logout, schema: anythingSchema, token, keepalive: true });
}

export async function loadInterview(hash: string | undefined): Promise<Result<Interview>> {
  const query = hash === undefined ? undefined : `hash=${encodeURIComponent(hash)}`;
  const result = await call({
    endpoint: endpoints.interview,
    schema: interviewCallSchema,
    ...(query !== undefined && { query }),
  });
  return result.ok ? { ok: true, data: result.data.interview } : result;
}

/** The client's record; empty where nothing was ever saved (spec §7). */
export async function loadRecord(token: string, interview: Interview): Promise<Result<RecordInput>> {
  // product §3: a body whose data holds a further data is accepted too
  const schema = z.pipe(z.transform(innerData), storedRecordSchema(interview));
  const result = await call({ endpoint: endpoints.load, schema, token });
  return !result.ok && result.error.code === "NOT_FOUND" ? { ok: true, data: {} } : result;
}

export async function saveRecord(
  token: string | undefined,
  request: SaveRequest,
): Promise<Result<{ submittedAt?: string | null | undefined }>> {
  if (token === undefined) return failed("NOT_AUTHENTICATED", errorSentence("NOT_AUTHENTICATED") ?? "");
  return call({ endpoint: endpoints.save, schema: savedSchema, body: request, token });
}

function innerData(body: unknown): unknown {
  return typeof body === "object" && body !== null && "data" in body ? body.data : body;
}
