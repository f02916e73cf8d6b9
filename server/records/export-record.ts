import { stringify } from "csv-stringify/sync";
import {
  type ChoiceField,
  type Interview,
  labelOf,
  OTHER_TOOL,
  type Question,
  type QuestionOf,
  type Section,
  writtenEntryOf,
} from "#contract/interview.ts";
import { SATISFACTION_MAX, TOOL_RATING_MAX } from "#contract/limits.ts";
import type {
  BusinessProfileEntry,
  ClientRecord,
  RecordedAnswer,
  ToolSelectionEntry,
  WebsiteEntry,
  WrittenEntry,
} from "#contract/record.ts";

export type ExportedClient = {
  clientId: string;
  clientName: string;
  revision: number;
  /** ISO 8601; null where it never happened. */
  savedAt: string | null;
  submittedAt: string | null;
  record: ClientRecord;
};

type Printing = {
  /** The record has moved on since, which a reader must be told. */
  isEarlier: boolean;
};

/** One fact of a record in words: a form's field, or one answer. */
type Line = { section: string; question: string; field: string; answer: string; recorded?: RecordedAnswer };

export function exportJson(_interview: Interview, client: ExportedClient): string {
  return `${JSON.stringify(client, null, 2)}\n`;
}

/** A row for each field and each answer; a cell that a spreadsheet could take for a formula begins with an apostrophe. */
export function exportCsv(interview: Interview, { record }: ExportedClient): string {
  const rows = linesOf(interview, record).map(({ section, question, field, answer, recorded }) => ({
    section,
    question,
    field,
    answer,
    type: recorded?.type ?? "",
    source: recorded?.source ?? "",
    timestamp: recorded?.timestamp ?? "",
  }));
  const columns = ["section", "question", "field", "answer", "type", "source", "timestamp"];
  return stringify(rows, { header: true, columns, escape_formulas: true, record_delimiter: "windows" });
}

export function exportMarkdown(
  interview: Interview,
  client: ExportedClient,
  { isEarlier }: Printing = { isEarlier: false },
): string {
  const lines = linesOf(interview, client.record);
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
      ? [`Revision ${client.revision}, saved ${client.savedAt}; the record has moved on since`]
      : []),
    submissionLine(client, isEarlier),
  ];
  return `${[...head, ...(sections.length > 0 ? sections : ["No answers yet."])].join("\n\n")}\n`;
}

function submissionLine({ submittedAt }: ExportedClient, isEarlier: boolean): string {
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

/** Words stay words, whatever they look like to a Markdown reader. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]|~]/g, "\\$&")
    .replace(/^(\s*\d*)([-+#=.)])/, "$1\\$2")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/** Everything in the record, in the order of the interview; entries of other interviews come last. */
function linesOf(interview: Interview, record: ClientRecord): Line[] {
  const named = new Set<string>();
  const lines = interview.sections.flatMap((section) =>
    section.questions.flatMap((question) => {
      const written = writtenEntryOf(question);
      for (const name of [question.entry, written]) if (name) named.add(name);
      return [
        ...formLines(section, question, record),
        ...answerLines(section, question, record[written ?? ""]),
      ];
    }),
  );
  const others = Object.entries(record).filter(([name]) => !named.has(name));
  return [...lines, ...others.map(([name, entry]) => otherLine(name, entry))];
}

function otherLine(name: string, entry: unknown): Line {
  return { section: "Earlier questions", question: name, field: "", answer: JSON.stringify(entry) };
}

function answerLines(section: Section, question: Question, entry: ClientRecord[string] | undefined): Line[] {
  const { responses = [] } = (entry as WrittenEntry | undefined) ?? {};
  return responses.map((recorded) => ({
    section: section.name,
    question: question.title,
    field: "",
    answer: recorded.content,
    recorded,
  }));
}

function formLines(section: Section, question: Question, record: ClientRecord): Line[] {
  const entry = record[question.entry];
  if (!entry || question.kind === "free-answer") return [];
  const fields = formFields(question, entry).filter(([, answer]) => answer !== "");
  return fields.map(([field, answer]) => ({
    section: section.name,
    question: question.title,
    field,
    answer,
  }));
}

function formFields(
  question: Exclude<Question, { kind: "free-answer" }>,
  entry: ClientRecord[string],
): [string, string][] {
  switch (question.kind) {
    case "business-profile":
      return profileFields(question, entry as BusinessProfileEntry);
    case "tool-picker":
      return toolFields(question, entry as ToolSelectionEntry);
    case "website": {
      const { url, satisfaction } = entry as WebsiteEntry;
      return [
        ["Address", url],
        ["Satisfaction", satisfaction === undefined ? "" : `${satisfaction} of ${SATISFACTION_MAX}`],
      ];
    }
  }
}

function profileFields(
  question: QuestionOf<"business-profile">,
  entry: BusinessProfileEntry,
): [string, string][] {
  const labelled = (field: ChoiceField, value: string): [string, string] => [
    field.label,
    labelOf(field.options, value),
  ];
  return [
    labelled(question.employees, entry.employees),
    labelled(question.locations, entry.locations),
    labelled(question.revenue, entry.revenue),
  ];
}

function toolFields({ tools }: QuestionOf<"tool-picker">, entry: ToolSelectionEntry): [string, string][] {
  const picked = entry.selectedTools.filter((tool) => tool !== OTHER_TOOL);
  const rated = picked.map((tool): [string, string] => {
    const rating = entry.toolRatings[tool];
    return [
      labelOf(tools, tool),
      rating === undefined ? "used, not rated" : `${rating} of ${TOOL_RATING_MAX} stars`,
    ];
  });
  return [...rated, ["Other tools", entry.customTools]];
}
