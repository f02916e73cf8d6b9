import { createHmac, randomBytes } from "node:crypto";
import { OPENID_FLOW_MINUTES } from "#contract/manage/openid.ts";

/**
 * A sign-in in progress. All values are derived from one random text in a cookie of the browser that began it. So the
 * server stores nothing per attempt, any server can complete a sign-in begun on another, and a person who sees the
 * state in a URL can derive neither the text nor the verifier.
 */
export type OpenIdFlow = {
  /** The provider sends it back; it ties the answer to this browser. */
  state: string;
  /** The ID token has to repeat it. */
  nonce: string;
  /** Sent to the provider with the code; the provider got its hash earlier (PKCE). */
  codeVerifier: string;
};

const TEXT = /^(\d{1,15})\.[\w-]{43}$/;

/**
 * Returns the flow and the text for the cookie. The time is part of the text, so changing it changes all derived
 * values.
 */
export function newFlow(now: number): { text: string; flow: OpenIdFlow } {
  const text = `${now}.${randomBytes(32).toString("base64url")}`;
  return { text, flow: derivedFrom(text) };
}

/** Undefined if the text is malformed or too old. */
export function flowOf(text: string | undefined, now: number): OpenIdFlow | undefined {
  const began = Number(TEXT.exec(text ?? "")?.[1] ?? Number.NaN);
  const age = now - began;
  const isAlive = age >= 0 && age < OPENID_FLOW_MINUTES * 60_000;
  return text !== undefined && isAlive ? derivedFrom(text) : undefined;
}

function derivedFrom(text: string): OpenIdFlow {
  const derived = (what: string) => createHmac("sha256", text).update(what).digest("base64url");
  return { state: derived("state"), nonce: derived("nonce"), codeVerifier: derived("verifier") };
}
