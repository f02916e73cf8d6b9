import type { RunEnd } from "./engine.ts";

/** Why dictation failed, divided by what the client can do about it. */
export type DictationFailure =
  | "blocked"
  | "refused"
  | "no-microphone"
  | "offline"
  | "network"
  | "no-service"
  | "no-language"
  | "no-answer"
  | "on-device"
  | "other";

/** A refusal faster than a person can answer comes from a setting that the browser did not report before. */
const REFUSED_BY_SETTING_MS = 200;

const CAUSES: { [code: string]: DictationFailure } = {
  "audio-capture": "no-microphone",
  network: "network",
  "service-not-allowed": "no-service",
  "language-not-supported": "no-language",
  "no-answer": "no-answer",
};
/** Codes for silence and for an intended end. */
const NO_FAILURES = ["no-speech", "no-results", "aborted"];

/** Undefined if nothing has gone wrong. */
export function causeOf(end: RunEnd, isOnline: boolean): DictationFailure | undefined {
  const { code, afterMs, permission } = end;
  if (code === undefined || NO_FAILURES.includes(code)) return undefined;
  if (code === "not-allowed") {
    return permission === "denied" || afterMs < REFUSED_BY_SETTING_MS ? "blocked" : "refused";
  }
  if (code === "network" && !isOnline) return "offline";
  return CAUSES[code] ?? "other";
}

/** What an end says about the engine: `dead` if it cannot work on this page, `doubtful` if it may not. */
export function verdictOn(cause: DictationFailure | undefined, { code, permission }: RunEnd): Verdict {
  if (cause === "no-service" || cause === "no-language") return "dead";
  // without the permission, the browser may have asked a client who did not answer
  if (cause === "no-answer") return permission === "granted" ? "dead" : "doubtful";
  return cause === "network" || code === "no-results" ? "doubtful" : "none";
}

export type Verdict = "dead" | "doubtful" | "none";
