import type { BriefAnswer, WordlessReason } from "#contract/manage/brief.ts";
import type { AnswerSource } from "#contract/record.ts";

/** Every word of a brief that is neither the client's nor the interview's, for page and Markdown alike. */
export const briefWords = {
  kind: "Client brief",
  notSubmitted: "Not submitted yet",
  submitted: (time: string) => `Submitted ${time}`,
  changed: (time: string) => `Changed since, on ${time}`,
  saved: (time: string) => `Last saved ${time}`,
  neverSaved: "Nothing saved yet",
  answered: (completed: number, total: number) => `${completed} of ${total} questions answered`,
  profile: "The business",
  noProfile: "Nothing told about the business yet.",
  toolStack: "Tools in use",
  noTools: "No tools named yet.",
  stars: (stars: number, max: number) => `${stars} of ${max} stars`,
  notRated: "Not rated",
  otherTools: "Other tools",
  url: "Website",
  satisfaction: "Satisfaction with it",
  points: (points: number, max: number) => `${points} of ${max}`,
  gaps: "Still open",
  noGaps: "Nothing: every question has an answer.",
  quotes: "In their own words",
  contents: "Contents",
  notAnswered: "Not answered yet",
  earlier: "Earlier questions",
  earlierText: "The interview no longer asks these.",
  madeAt: (time: string, revision: number) => `Made ${time} from revision ${revision} of the record.`,
};

const WORDLESS: Record<WordlessReason, string> = {
  receiving: "A recording that is still on its way.",
  queued: "A recording that is being put into words.",
  silent: "A recording in which nobody is heard.",
  "not-transcribed": "A recording, kept as sound alone.",
  failed: "A recording that could not be put into words.",
  refused: "A recording that could not be used.",
  "not-here": "A recording whose sound is not on the server.",
};

/** The answer itself, or why it has no words; `isGiven` tells the client's own from ours. */
export function answerText({ content, recording }: BriefAnswer): { text: string; isGiven: boolean } {
  const { wordless } = recording ?? {};
  return wordless ? { text: WORDLESS[wordless], isGiven: false } : { text: content, isGiven: true };
}

/** How and when an answer was given: "Recorded, 1 min 40 s · 1 March 2026 at 12:00 UTC". */
export function answerOrigin(answer: BriefAnswer): string {
  const time = timeWords(answer.timestamp);
  return time === "" ? mannerOf(answer) : `${mannerOf(answer)} · ${time}`;
}

/** An answer of an early release does not tell. */
const WAYS: Record<AnswerSource | "unknown", string> = {
  typed: "Typed",
  dictated: "Dictated",
  unknown: "Written",
};

function mannerOf({ type, source, recording }: BriefAnswer): string {
  if (type === "text") return WAYS[source ?? "unknown"];
  const durationMs = recording?.durationMs;
  return durationMs == null ? "Recorded" : `Recorded, ${durationWords(durationMs)}`;
}

function durationWords(durationMs: number): string {
  const whole = Math.round(durationMs / 1_000);
  const minutes = Math.floor(whole / 60);
  return minutes === 0 ? `${whole} s` : `${minutes} min ${whole % 60} s`;
}

/** In UTC, since the reader may be anywhere; empty where it is no instant. */
export function timeWords(instant: string): string {
  const time = new Date(instant);
  if (Number.isNaN(time.getTime())) return "";
  const told = time.toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return `${told} UTC`;
}
