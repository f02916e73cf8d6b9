import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { writtenQuestions } from "#contract/interview/interview.ts";
import {
  ANSWERS_PER_QUESTION_MAX,
  CUSTOM_TOOLS_MAX_LENGTH,
  TOOL_RATING_MAX,
  URL_MAX_LENGTH,
} from "#contract/limits.ts";
import type { RecordInput } from "#contract/record/record.ts";
import { isBlank } from "#contract/text.ts";
import { hostileStrings, inPieces } from "./hostile-strings.ts";

const entries = writtenQuestions(builtInInterview).map(({ entry }) => entry);
/** Leaves out blank answers, which do not count (spec §5). */
const answerTexts = hostileStrings.filter((text) => !isBlank(text));

/** The fewest records that put each text into each question. */
export function everywhereInRecords(): RecordInput[] {
  return inPieces(answerTexts, ANSWERS_PER_QUESTION_MAX).map((texts, place) => ({
    ...formsOf(place),
    ...Object.fromEntries(entries.map((entry) => [entry, { responses: texts.map(answerOf) }])),
  }));
}

/** One record that contains each text once, for a look in a browser. */
export function onceInRecord(): RecordInput {
  const perEntry = Math.ceil(answerTexts.length / entries.length);
  const pieces = inPieces(answerTexts, perEntry);
  return {
    ...formsOf(0),
    ...Object.fromEntries(
      entries.map((entry, place) => [entry, { responses: (pieces[place] ?? []).map(answerOf) }]),
    ),
  };
}

function formsOf(place: number): RecordInput {
  const text = hostileStrings[place] ?? "";
  return {
    "tool-selection": {
      selectedTools: ["square", "other"],
      customTools: hostileStrings
        .join(", ")
        .slice(place * 100)
        .slice(0, CUSTOM_TOOLS_MAX_LENGTH),
      toolRatings: { square: TOOL_RATING_MAX },
    },
    "website-form": { url: `javascript:${text}`.slice(0, URL_MAX_LENGTH), satisfaction: 1 },
  };
}

function answerOf(content: string, place: number) {
  return { id: `hostile-${place}`, type: "text" as const, timestamp: "2026-03-01T12:00:00.000Z", content };
}
