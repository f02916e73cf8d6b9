import * as z from "zod/mini";
import { endpoints } from "#contract/api/endpoints.ts";
import { ownTimeZoneHeaders } from "#contract/time-zone.ts";
import { call } from "./call.ts";
import type { CallError, Result } from "./result.ts";

/** Spec §7 names three fields; everything else from the server is optional. */
const signedInSchema = z.object({
  accessToken: z.string().check(z.minLength(1)),
  clientId: z.string(),
  clientName: z.string(),
  draftKey: z.optional(z.string()),
  opensDrafts: z.optional(z.boolean()),
  interviews: z.optional(z.record(z.string(), z.string())),
  helper: z.optional(
    z.object({
      helperId: z.string(),
      name: z.string(),
      sectionId: z.string(),
      seesAll: z.boolean(),
      notAsked: z.array(z.string()),
    }),
  ),
  helped: z.optional(z.array(z.object({ name: z.string(), answers: z.number() }))),
});
const anythingSchema = z.unknown();
/** Sent with each sign-in, so that the server knows which interviews this page can show. */
const PAGE = "2";

export type Credentials = z.infer<typeof signedInSchema>;

/** What is exchanged for a session; the PIN only if the server has asked for one. */
export type AccessKey = { key: string; pin?: string | undefined };

/**
 * A failed exchange. `refused`: the server rejects the key. `link`: the key is of a sign-in link that no longer works
 * here. `pin`: a PIN is missing or wrong. `unavailable`: the server cannot serve. `no-connection`: there was no proper
 * answer.
 */
export type ExchangeFailure =
  | { kind: "refused"; code: string; message: string }
  | { kind: "link"; message: string }
  | { kind: "pin"; message: string }
  | { kind: "unavailable"; message: string }
  | { kind: "no-connection" };

export type ExchangeOutcome =
  | { ok: true; credentials: Credentials }
  | { ok: false; failure: ExchangeFailure };

/** spec §7: POST /v1/auth/exchange. A 4xx is shown in the server's words. */
export function exchangeKey(access: AccessKey): Promise<ExchangeOutcome> {
  return signInCall((options) => call(endpoints.exchange, { ...options, body: access }));
}

type SignInOptions = {
  schema: typeof signedInSchema;
  headers: { [name: string]: string };
  usesServerMessage: true;
  withCookie: true;
};

/** Makes a call whose answer is a session. */
export async function signInCall(
  send: (options: SignInOptions) => Promise<Result<Credentials>>,
): Promise<ExchangeOutcome> {
  const exchange = () =>
    send({
      schema: signedInSchema,
      headers: { "x-firsthand-page": PAGE, ...ownTimeZoneHeaders() },
      usesServerMessage: true,
      withCookie: true,
    });
  // without a lock, two tabs that open one link together would be two browsers, each with its own cookie
  const result = await (globalThis.navigator?.locks?.request("firsthand/exchange", exchange) ?? exchange());
  if (result.ok) return { ok: true, credentials: result.data };
  return { ok: false, failure: exchangeFailure(result.error) };
}

function exchangeFailure({ code, status = 0, message }: CallError): ExchangeFailure {
  if (code === "PIN_REQUIRED" || code === "PIN_WRONG") return { kind: "pin", message };
  if (code === "LINK_USED" || code === "LINK_EXPIRED") return { kind: "link", message };
  if (status >= 500) return { kind: "unavailable", message };
  return status >= 400 ? { kind: "refused", code, message } : { kind: "no-connection" };
}

/** Ends the session on the server, without waiting for the answer. */
export function endSession(token: string): void {
  void call(endpoints.logout, { schema: anythingSchema, token, keepalive: true });
}
