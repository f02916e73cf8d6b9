import type { Brief, BriefAnswer, BriefQuestion, Gap } from "#contract/manage/answers/brief.ts";
import type { Quote } from "#contract/manage/answers/quotes.ts";
import type { FormField } from "#contract/record/form-fields.ts";
import type { Words } from "../runtime/words.ts";
import {
  fieldWords,
  filledFields,
  furtherFields,
  furtherSections,
  givenSections,
  type NumberedSection,
  statusLines,
} from "./brief-facts.ts";
import { answerOrigin, answerText, timeWords } from "./brief-words.ts";
import { markdownText, markdownWords } from "./markdown-text.ts";

/** A brief as Markdown. Whatever the client wrote is text in it, in its own lines. `madeAt` is ISO 8601. */
export function briefMarkdown(brief: Brief, madeAt: string, words: Words): string {
  const { profile, toolStack, gaps, quotes, earlier } = brief;
  const parts = [
    `# ${markdownWords(brief.clientName)}`,
    [words.say("brief.kind"), ...statusLines(brief, words)].join(" · "),
    `## ${words.say("brief.profile")}`,
    fieldLines(profile, words.say("brief.noProfile"), words),
    `## ${words.say("brief.toolStack")}`,
    fieldLines(toolStack, words.say("brief.noTools"), words),
    `## ${words.say("brief.gaps")}`,
    gaps.length === 0 ? words.say("brief.noGaps") : gaps.map(gapLine).join("\n"),
    ...(quotes.length === 0 ? [] : [`## ${words.say("brief.quotes")}`, ...quotes.map(quotePart)]),
    ...furtherSections(brief).flatMap((section) => sectionParts(section, furtherFields, words)),
    ...(earlier.length === 0 ? [] : earlierParts(earlier, words)),
    "---",
    words.say("brief.madeAt", { time: timeWords(madeAt, words), revision: brief.revision }),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** `isEarlier`: a newer revision exists, which the text says. */
export type RecordOptions = { words: Words; isEarlier: boolean };

/** What a record holds as Markdown: every answer in the order of the interview, without the overview of a brief. */
export function recordMarkdown(brief: Brief, { words, isEarlier }: RecordOptions): string {
  const { revision, savedAt, earlier } = brief;
  const answers = [
    ...givenSections(brief).flatMap((section) => sectionParts(section, filledFields, words)),
    ...(earlier.length === 0 ? [] : earlierParts(earlier, words)),
  ];
  const parts = [
    `# ${markdownWords(brief.clientName)}`,
    ...(isEarlier ? [words.say("brief.revision", { revision, time: timeWords(savedAt ?? "", words) })] : []),
    submissionLine(brief, { words, isEarlier }),
    ...(answers.length === 0 ? [words.say("brief.noAnswers")] : answers),
  ];
  return `${parts.join("\n\n")}\n`;
}

function submissionLine({ submittedAt }: Brief, { words, isEarlier }: RecordOptions): string {
  if (submittedAt) return words.say("brief.submitted", { time: timeWords(submittedAt, words) });
  return words.say(isEarlier ? "brief.revisionNotSubmitted" : "brief.notSubmitted");
}

function fieldLines(fields: FormField[], otherwise: string, words: Words): string {
  if (fields.length === 0) return otherwise;
  const lines = fields
    .map((field) => fieldWords(field, words))
    .map(({ label, text }) => `- ${pair(label, text)}`);
  return lines.join("\n");
}

function pair(label: string, text: string): string {
  return `**${markdownWords(label)}:** ${markdownText(text, "  ")}`;
}

function gapLine({ title, sectionName }: Gap): string {
  return `- ${markdownWords(title)} (${markdownWords(sectionName)})`;
}

function quotePart({ text, title }: Quote): string {
  return `> ${markdownText(text, "> ")}\n>\n> — ${markdownWords(title)}`;
}

function sectionParts(
  { name, number, questions }: NumberedSection,
  fieldsOf: (question: BriefQuestion) => FormField[],
  words: Words,
): string[] {
  return [
    `## ${number}\\. ${markdownWords(name)}`,
    ...questions.flatMap((question) => askedParts(question, fieldsOf(question), words)),
  ];
}

function askedParts(question: BriefQuestion, fields: FormField[], words: Words): string[] {
  const { title, prompt, remarksPrompt, isAnswered, answers } = question;
  return [
    `### ${markdownWords(title)}`,
    `*${markdownWords(answers.length > 0 ? (remarksPrompt ?? prompt) : prompt)}*`,
    ...(isAnswered ? [] : [`**${words.say("brief.notAnswered")}**`]),
    ...(fields.length > 0 ? [fieldLines(fields, "", words)] : []),
    ...answers.map((answer) => answerPart(answer, words)),
  ];
}

function answerPart(answer: BriefAnswer, words: Words): string {
  const { text, isGiven } = answerText(answer, words);
  const shown = isGiven ? markdownText(text, "  ") : `*${text}*`;
  const badge = answer.reason ? `**${words.say(`brief.reason.${answer.reason}`)}** · ` : "";
  return `- ${shown}\n\n  ${badge}*${answerOrigin(answer, words)}*`;
}

function earlierParts(earlier: Brief["earlier"], words: Words): string[] {
  const entries = earlier.flatMap(({ name, entry, question }) =>
    question
      ? askedParts(question, filledFields(question), words)
      : [`- ${pair(name, JSON.stringify(entry))}`],
  );
  return [`## ${words.say("brief.earlier")}`, words.say("brief.earlierText"), ...entries];
}
