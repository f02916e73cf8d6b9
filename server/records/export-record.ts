import { stringify } from "csv-stringify/sync";
import type { FormField } from "#contract/interview/kinds/kind.ts";
import type { RecordedAnswer } from "#contract/interview/kinds/recorded-answer.ts";
import { SATISFACTION_MAX, TOOL_RATING_MAX } from "#contract/limits.ts";
import type { BriefedClient } from "#contract/manage/answers/brief.ts";
import { guardCell } from "#contract/manage/answers/formulas.ts";
import {
  type EarlierEntry,
  type Interviews,
  type ReadableQuestion,
  readRecord,
} from "#contract/manage/answers/read-record.ts";
import { shownJson } from "#contract/manage/answers/shown-text.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import type { Words } from "../runtime/words.ts";
import { wholeAnswer } from "./whole-answer.ts";

/** One fact of a record in words: a field of a form, or one answer. */
type Line = {
  section: string;
  question: string;
  field: string;
  answer: string;
  /** Whether the interview currently asks the client this question. */
  isAsked: boolean;
  isChoice?: boolean;
  recorded?: RecordedAnswer;
};

/** A client's complete record, with facts about the client. */
export function exportJson(client: BriefedClient): string {
  return `${shownJson(client, 2)}\n`;
}

/**
 * One row per field and answer. A cell that a spreadsheet could read as a formula or a date begins with an apostrophe.
 */
export function exportCsv(interviews: Interviews, { record }: BriefedClient, words: Words): string {
  return csvOf([[...CSV_COLUMNS], ...csvRows(interviews, record, words)]);
}

const RANGE = /^(\p{Sc}?\d[\d.,]*\p{L}?)\s*[-–]\s*(\p{Sc}?\d[\d.,]*\p{L}?)$/u;

/** Read by programs, so they are the same in every language. */
export const CSV_COLUMNS = [
  "section",
  "question",
  "field",
  "answer",
  "type",
  "source",
  "timestamp",
  "addedBy",
  "asked",
] as const;

/** Rows with these columns. `words` are in the language of the interview. */
export function csvRows(interviews: Interviews, record: ClientRecord, words: Words): string[][] {
  return linesOf(interviews, record, words).map(
    ({ section, question, field, answer, isAsked, isChoice, recorded }) => [
      section,
      question,
      field,
      // a spreadsheet would turn "2-5" into May 2, and an apostrophe would get in the way of counting choices
      isChoice ? choiceWords(answer, words) : answer,
      recorded?.type ?? "",
      recorded?.source ?? "",
      recorded?.timestamp ?? "",
      recorded?.by?.name ?? "",
      isAsked ? "yes" : "no",
    ],
  );
}

/** Rewrites a range so that spreadsheets leave it unchanged: "2 to 5", "$500K to $1M". */
export function choiceWords(answer: string, { say }: Words): string {
  return answer.replace(RANGE, (_, from: string, to: string) => say("csv.range", { from, to }));
}

/** Guarded text, a number, or a day. */
export type Cell = string | number | Date;

/** Rows in RFC 4180 form. Text with other common separators is quoted as well, for readers that guess the separator. */
export function csvOf(rows: Cell[][]): string {
  // the console's tables use the same guard; `escape_formulas` would miss the line feed
  return stringify(rows, {
    record_delimiter: "windows",
    quoted_match: /[;|\t]/,
    cast: { string: guardCell, date: (day) => day.toISOString().slice(0, 10) },
  });
}

/** Everything in the record in the interview's order; entries of other interviews come last. */
function linesOf({ interview, interviews }: Interviews, record: ClientRecord, words: Words): Line[] {
  const { sections, earlier } = readRecord(interview, record, interviews);
  return [
    ...sections.flatMap(({ name, questions }) =>
      questions.flatMap((question) => questionLines(name, question, words)),
    ),
    ...earlier.flatMap((entry) => earlierLines(entry, words)),
  ];
}

function earlierLines({ name, entry, question }: EarlierEntry, words: Words): Line[] {
  const section = words.say("brief.earlier");
  if (question) return questionLines(section, question, words);
  return [{ section, question: name, field: "", answer: JSON.stringify(entry), isAsked: false }];
}

function questionLines(
  section: string,
  { title: question, isAsked, fields, answers }: ReadableQuestion,
  words: Words,
): Line[] {
  const given = fields.map((each) => {
    const [field, answer] = wordsOfField(each, words);
    return { section, question, field, answer, isAsked, isChoice: each.kind === "choice" };
  });
  return [
    ...given.filter(({ answer }) => answer !== ""),
    ...answers.map((recorded) => ({
      section,
      question,
      field: "",
      answer: recorded.content,
      isAsked,
      recorded,
    })),
  ];
}

/** Label and answer; the answer is empty if nothing was given. */
export function wordsOfField(field: FormField, words: Words): [string, string] {
  const { say } = words;
  switch (field.kind) {
    case "choice":
      return [field.label, field.text];
    case "tool":
      return [
        field.label,
        field.stars === undefined
          ? say("csv.unrated")
          : say("brief.stars", { stars: field.stars, max: TOOL_RATING_MAX }),
      ];
    case "other-tools":
      return [say("brief.otherTools"), field.text];
    case "not-applicable":
      return ["", say("brief.reason.not-applicable")];
    case "no-tools":
      return [say("csv.tools"), say("brief.noneOfThese")];
    case "url":
      return [say("csv.address"), field.text];
    case "no-website":
      return [say("csv.address"), say("brief.noWebsite")];
    case "satisfaction": {
      const { points } = field;
      const answer = points === undefined ? "" : say("brief.points", { points, max: SATISFACTION_MAX });
      return [say("csv.satisfaction"), answer];
    }
    // ISO dates, which spreadsheets and programs can parse
    case "date":
      return ["", field.value];
    default:
      return ["", wholeAnswer(field, words)];
  }
}
