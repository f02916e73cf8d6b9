import { createHmac, randomBytes } from "node:crypto";
import { OPENID_FLOW_MINUTES } from "#contract/manage/openid.ts";

/**
 * One sign-in under way. All of it follows from one random text, which the browser that began keeps in a cookie: no
 * server has to remember anything for a press of the button, any server may end what another began, and a person who
 * sees the state in an address learns neither text nor verifier from it.
 */
export type Flow = {
  /** What the provider sends back; ties its answer to this browser. */
  state: string;
  /** What the ID token has to repeat. */
  nonce: string;
  /** The provider gets it with the code, and got its hash before (PKCE). */
  codeVerifier: string;
};

const TEXT = /^(\d{1,15})\.[\w-]{43}$/;

/** With the text to keep. The time is part of what everything follows from, so nobody changes it. */
export function newFlow(now: number): { text: string; flow: Flow } {
  const text = `${now}.${randomBytes(32).toString("base64url")}`;
  return { text, flow: derivedFrom(text) };
}

/** Undefined where the text is not ours, or too old. */
export function flowOf(text: string | undefined, now: number): Flow | undefined {
  const began = Number(TEXT.exec(text ?? "")?.[1] ?? Number.NaN);
  const age = now - began;
  const isAlive = age >= 0 && age < OPENID_FLOW_MINUTES * 60_000;
  return text !== undefined && isAlive ? derivedFrom(text) : undefined;
}

function derivedFrom(text: string): Flow {
  const derived = (what: string) => createHmac("sha256", text).update(what).digest("base64url");
  return { state: derived("state"), nonce: derived("nonce"), codeVerifier: derived("verifier") };
}
