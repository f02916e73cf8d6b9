import type { RunEnd } from "./engine.ts";

/** Why dictation failed, as far as it makes a difference to what a client can do. */
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

/** Nobody answers that fast: a setting has refused the microphone, in a browser that does not tell of it before. */
const REFUSED_BY_SETTING_MS = 200;

const CAUSES: { [code: string]: DictationFailure } = {
  "audio-capture": "no-microphone",
  network: "network",
  "service-not-allowed": "no-service",
  "language-not-supported": "no-language",
  "no-answer": "no-answer",
};
/** Silence, and an end that somebody asked for. */
const NO_FAILURES = ["no-speech", "no-results", "aborted"];

/** Undefined where nothing has gone wrong. */
export function causeOf(end: RunEnd, isOnline: boolean): DictationFailure | undefined {
  const { code, afterMs, permission } = end;
  if (code === undefined || NO_FAILURES.includes(code)) return undefined;
  if (code === "not-allowed") {
    return permission === "denied" || afterMs < REFUSED_BY_SETTING_MS ? "blocked" : "refused";
  }
  if (code === "network" && !isOnline) return "offline";
  return CAUSES[code] ?? "other";
}

/** What an end says about the engine: that it will not serve on this page, that it may not, or nothing. */
export function verdictOn(cause: DictationFailure | undefined, { code, permission }: RunEnd): Verdict {
  if (cause === "no-service" || cause === "no-language") return "dead";
  // else the browser may have been asking the client, who did not answer
  if (cause === "no-answer") return permission === "granted" ? "dead" : "doubtful";
  return cause === "network" || code === "no-results" ? "doubtful" : "none";
}

export type Verdict = "dead" | "doubtful" | "none";
