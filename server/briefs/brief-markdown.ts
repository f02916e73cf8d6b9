import {
  type Brief,
  type BriefAnswer,
  type BriefQuestion,
  type Gap,
  isFilled,
} from "#contract/manage/answers/brief.ts";
import type { Quote } from "#contract/manage/answers/quotes.ts";
import type { FormField } from "#contract/record/form-fields.ts";
import { markdownText, markdownWords } from "../records/markdown.ts";
import {
  fieldWords,
  furtherFields,
  furtherSections,
  type NumberedSection,
  statusLines,
} from "./brief-facts.ts";
import { answerOrigin, answerText, type BriefWords, timeWords } from "./brief-words.ts";

/** A brief as Markdown. Whatever the client wrote is text in it, in its own lines. `madeAt` is ISO 8601. */
export function briefMarkdown(brief: Brief, madeAt: string, words: BriefWords): string {
  const { profile, toolStack, gaps, quotes, earlier } = brief;
  const parts = [
    `# ${markdownWords(brief.clientName)}`,
    [words.kind, ...statusLines(brief, words)].join(" · "),
    `## ${words.profile}`,
    fieldLines(profile, words.noProfile, words),
    `## ${words.toolStack}`,
    fieldLines(toolStack, words.noTools, words),
    `## ${words.gaps}`,
    gaps.length === 0 ? words.noGaps : gaps.map(gapLine).join("\n"),
    ...(quotes.length === 0 ? [] : [`## ${words.quotes}`, ...quotes.map(quotePart)]),
    ...furtherSections(brief).flatMap((section) => sectionParts(section, words)),
    ...(earlier.length === 0 ? [] : earlierParts(earlier, words)),
    "---",
    words.madeAt(timeWords(madeAt, words), brief.revision),
  ];
  return `${parts.join("\n\n")}\n`;
}

function fieldLines(fields: FormField[], otherwise: string, words: BriefWords): string {
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

function sectionParts({ name, number, questions }: NumberedSection, words: BriefWords): string[] {
  return [
    `## ${number}\\. ${markdownWords(name)}`,
    ...questions.flatMap((question) => questionParts(question, words)),
  ];
}

function questionParts(question: BriefQuestion, words: BriefWords): string[] {
  return askedParts(question, furtherFields(question), words);
}

function askedParts(question: BriefQuestion, fields: FormField[], words: BriefWords): string[] {
  const { title, prompt, remarksPrompt, isAnswered, answers } = question;
  return [
    `### ${markdownWords(title)}`,
    `*${markdownWords(answers.length > 0 ? (remarksPrompt ?? prompt) : prompt)}*`,
    ...(isAnswered ? [] : [`**${words.notAnswered}**`]),
    ...(fields.length > 0 ? [fieldLines(fields, "", words)] : []),
    ...answers.map((answer) => answerPart(answer, words)),
  ];
}

function answerPart(answer: BriefAnswer, words: BriefWords): string {
  const { text, isGiven } = answerText(answer, words);
  const told = isGiven ? markdownText(text, "  ") : `*${text}*`;
  const badge = answer.reason ? `**${words.reasons[answer.reason]}** · ` : "";
  return `- ${told}\n\n  ${badge}*${answerOrigin(answer, words)}*`;
}

function earlierParts(earlier: Brief["earlier"], words: BriefWords): string[] {
  const entries = earlier.flatMap(({ name, entry, question }) =>
    question
      ? askedParts(question, question.fields.filter(isFilled), words)
      : [`- ${pair(name, JSON.stringify(entry))}`],
  );
  return [`## ${words.earlier}`, words.earlierText, ...entries];
}
