import * as z from "zod/mini";
import { endpoints } from "#contract/api/endpoints.ts";
import { ownTimeZoneHeaders } from "#contract/time-zone.ts";
import { call } from "./call.ts";
import type { CallError, Result } from "./result.ts";

/** spec §7 names three fields; what else the server tells is welcome and not needed. */
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
/** Which interviews this page can show. */
const PAGE = "2";

export type Credentials = z.infer<typeof signedInSchema>;

/** What is exchanged for a session; the PIN only where the server has asked for one. */
export type AccessKey = { key: string; pin?: string | undefined };

/**
 * A failed exchange: the server refused the key, knows it as that of a sign-in link which works here no more, took it and wants
 * a PIN or another one, cannot serve, or there was no proper answer at all.
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

/** spec §7: POST /v1/auth/exchange. A 4xx is shown in the server's words (product §3). */
export function exchangeKey(access: AccessKey): Promise<ExchangeOutcome> {
  return signInCall((options) => call(endpoints.exchange, { ...options, body: access }));
}

type SignInOptions = {
  schema: typeof signedInSchema;
  headers: { [name: string]: string };
  usesServerMessage: true;
  withCookie: true;
};

/** A call that answers with a session. */
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
  // two tabs that open one link together would else be two browsers, each with a cookie of its exchange
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

/** Tells the server that the token is done with; nobody waits for it. */
export function endSession(token: string): void {
  void call(endpoints.logout, { schema: anythingSchema, token, keepalive: true });
}
