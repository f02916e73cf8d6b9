import { ANSWER_MAX_LENGTH } from "#contract/limits.ts";
import type { DictationFailure } from "./failure.ts";
import type { SpeechResult } from "./recognizer.ts";
import { tidyUp } from "./tidy.ts";
import {
  addResults,
  closeList,
  type HeardSpeech,
  NOTHING_HEARD,
  textOf,
  utterancesOf,
} from "./transcript-of.ts";

/** The current dictation, across all runs of the engine. */
export type ActiveDictation = {
  questionId: string;
  /** The box's text before dictation, and as dictation last wrote it. Any other text was not written by dictation. */
  before: string;
  written: string;
  heard: HeardSpeech;
  restartsLeft: number;
  /** Start of the engine's current run, in epoch milliseconds. */
  startedAt: number;
  /** Whether dictation has reached its time limit. */
  isOverLimit: boolean;
};

/** The text that becomes an answer; `raw` is the text before it was tidied, if that differs. */
export type DictatedText = { questionId: string; text: string; raw: string | undefined };

/** How a dictation ended, as a client sees it. */
export type DictationEnding =
  | { kind: "failed"; cause: DictationFailure }
  | { kind: "unheard" }
  /** `text` has the words that become an answer, if any. */
  | { kind: "stopped"; text: string; isLimit: boolean };

/** How often the engine is restarted after an end that the client did not ask for. */
const RESTARTS_MAX = 3;

export function newActiveDictation(questionId: string, before: string): ActiveDictation {
  return {
    questionId,
    before,
    written: before,
    heard: NOTHING_HEARD,
    restartsLeft: RESTARTS_MAX,
    startedAt: 0,
    isOverLimit: false,
  };
}

/** Adds the engine's current results; `written` is then the text for the box. */
export function hearMore(speaking: ActiveDictation, results: SpeechResult[], now: number): ActiveDictation {
  const heard = addResults(speaking.heard, results, now);
  return { ...speaking, heard, written: joined(speaking.before, textOf(utterancesOf(heard))) };
}

/** Closes a run of the engine before the next one, which uses up a restart. */
export function withRunClosed(speaking: ActiveDictation): ActiveDictation {
  return { ...speaking, heard: closeList(speaking.heard), restartsLeft: speaking.restartsLeft - 1 };
}

export function hasHeard({ heard }: ActiveDictation): boolean {
  return utterancesOf(heard).length > 0;
}

/** Undefined if nothing was heard, or the box has text that dictation did not write. */
export function dictatedText({ questionId, before, written, heard }: ActiveDictation, boxText: string) {
  const utterances = utterancesOf(closeList(heard));
  if (utterances.length === 0 || boxText !== written) return undefined;
  const text = joined(before, tidyUp(utterances, before));
  return { questionId, text, raw: text === written ? undefined : written } satisfies DictatedText;
}

type DictationEnd = {
  dictated: DictatedText | undefined;
  cause: DictationFailure | undefined;
  code: string | undefined;
};

export function endingOf(
  { isOverLimit }: ActiveDictation,
  { dictated, cause, code }: DictationEnd,
): DictationEnding {
  if (cause) return { kind: "failed", cause };
  const isSilence = code === "no-speech" || code === "no-results";
  if (isSilence && !dictated) return { kind: "unheard" };
  return { kind: "stopped", text: dictated?.text ?? "", isLimit: isOverLimit };
}

function joined(before: string, text: string): string {
  return [before.trimEnd(), text].filter(Boolean).join(" ").slice(0, ANSWER_MAX_LENGTH);
}
