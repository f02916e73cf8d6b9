import { stringify } from "csv-stringify/sync";
import { SATISFACTION_MAX, TOOL_RATING_MAX } from "#contract/limits.ts";
import type { BriefedClient } from "#contract/manage/answers/brief.ts";
import { guardCell } from "#contract/manage/answers/formulas.ts";
import {
  type EarlierEntry,
  type Interviews,
  type ReadQuestion,
  readRecord,
} from "#contract/manage/answers/read-record.ts";
import { shownJson, shownText } from "#contract/manage/answers/shown-text.ts";
import type { FormField } from "#contract/record/form-fields.ts";
import type { ClientRecord, RecordedAnswer } from "#contract/record/record.ts";
import { escapeMarkdown } from "./markdown.ts";

type MarkdownOptions = {
  /** A newer revision exists, which the text says. */
  isEarlier: boolean;
};

/** One fact of a record in words: a form's field, or one answer. */
type Line = {
  section: string;
  question: string;
  field: string;
  answer: string;
  isChoice?: boolean;
  recorded?: RecordedAnswer;
};

export function exportJson(_interviews: Interviews, client: BriefedClient): string {
  return `${shownJson(client, 2)}\n`;
}

/** A row for each field and each answer; a cell that a spreadsheet could take for a formula or a date begins with an apostrophe. */
export function exportCsv(interviews: Interviews, { record }: BriefedClient): string {
  return csvOf([[...CSV_COLUMNS], ...csvRows(interviews, record)]);
}

export const CSV_COLUMNS = ["section", "question", "field", "answer", "type", "source", "timestamp"] as const;

/** In the order of those columns. */
export function csvRows(interviews: Interviews, record: ClientRecord): string[][] {
  return linesOf(interviews, record).map(({ section, question, field, answer, isChoice, recorded }) => [
    section,
    question,
    field,
    // "2-5" would become May 2, and an apostrophe before each choice would be in the way of counting them
    isChoice ? answer.replace(/^(\d+)\s*[-–]\s*(\d+)$/, "$1 to $2") : answer,
    recorded?.type ?? "",
    recorded?.source ?? "",
    recorded?.timestamp ?? "",
  ]);
}

/** Rows as RFC 4180 has them; what another separator could cut is quoted too, for those who look for several at once. */
export function csvOf(rows: string[][]): string {
  // not by `escape_formulas`, which does not know the line feed: the console's tables are guarded by the same function
  return stringify(rows, {
    record_delimiter: "windows",
    quoted_match: /[;|\t]/,
    cast: { string: guardCell },
  });
}

export function exportMarkdown(
  interviews: Interviews,
  client: BriefedClient,
  { isEarlier }: MarkdownOptions = { isEarlier: false },
): string {
  const lines = linesOf(interviews, client.record);
  const sections = [...new Set(lines.map((line) => line.section))].map((section) => {
    const ofSection = lines.filter((line) => line.section === section);
    const questions = [...new Set(ofSection.map((line) => line.question))];
    const parts = questions.map((question) => {
      const answers = ofSection.filter((line) => line.question === question).map(markdownLine);
      return `### ${escapeMarkdown(question)}\n\n${answers.join("\n")}`;
    });
    return `## ${escapeMarkdown(section)}\n\n${parts.join("\n\n")}`;
  });
  const head = [
    `# ${escapeMarkdown(client.clientName)}`,
    ...(isEarlier
      ? [`Revision ${client.revision}, saved ${client.savedAt}. The record has changed since then.`]
      : []),
    submissionLine(client, isEarlier),
  ];
  return shownText(`${[...head, ...(sections.length > 0 ? sections : ["No answers yet."])].join("\n\n")}\n`);
}

function submissionLine({ submittedAt }: BriefedClient, isEarlier: boolean): string {
  if (submittedAt) return `Submitted ${submittedAt}`;
  return isEarlier ? "This revision was not submitted" : "Not submitted yet";
}

function markdownLine({ field, answer }: Line): string {
  const text = answer
    .split(/\r\n|\r|\n/)
    .map(escapeMarkdown)
    .join("\n  ");
  return field === "" ? `- ${text}` : `- **${escapeMarkdown(field)}:** ${text}`;
}

/** Everything in the record, in the order of the interview; entries of other interviews come last. */
function linesOf({ interview, interviews }: Interviews, record: ClientRecord): Line[] {
  const { sections, earlier } = readRecord(interview, record, interviews);
  return [
    ...sections.flatMap(({ name, questions }) =>
      questions.flatMap((question) => questionLines(name, question)),
    ),
    ...earlier.flatMap(earlierLines),
  ];
}

function earlierLines({ name, entry, question }: EarlierEntry): Line[] {
  const section = "Earlier questions";
  if (question) return questionLines(section, question);
  return [{ section, question: name, field: "", answer: JSON.stringify(entry) }];
}

function questionLines(section: string, { title: question, fields, answers }: ReadQuestion): Line[] {
  const given = fields.map((each) => {
    const [field, answer] = wordsOf(each);
    return { section, question, field, answer, isChoice: each.kind === "choice" };
  });
  return [
    ...given.filter(({ answer }) => answer !== ""),
    ...answers.map((recorded) => ({ section, question, field: "", answer: recorded.content, recorded })),
  ];
}

/** Label and answer; an empty one where nothing was given. */
function wordsOf(field: FormField): [string, string] {
  switch (field.kind) {
    case "choice":
      return [field.label, field.text];
    case "tool":
      return [
        field.label,
        field.stars === undefined ? "used, not rated" : `${field.stars} of ${TOOL_RATING_MAX} stars`,
      ];
    case "other-tools":
      return ["Other tools", field.text];
    case "not-applicable":
      return ["", "Doesn’t apply"];
    case "no-tools":
      return ["Tools", "None of these"];
    case "url":
      return ["Address", field.text];
    case "no-website":
      return ["Address", "No website yet"];
    case "satisfaction":
      return ["Satisfaction", field.points === undefined ? "" : `${field.points} of ${SATISFACTION_MAX}`];
  }
}
