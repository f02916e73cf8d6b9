import type { FormField } from "#contract/form-fields.ts";
import {
  type Brief,
  type BriefAnswer,
  type BriefQuestion,
  type Gap,
  isFilled,
} from "#contract/manage/brief.ts";
import type { Quote } from "#contract/manage/quotes.ts";
import { markdownText, markdownWords } from "../records/markdown.ts";
import {
  fieldWords,
  furtherFields,
  furtherSections,
  type NumberedSection,
  statusLines,
} from "./brief-facts.ts";
import { answerOrigin, answerText, briefWords, timeWords } from "./brief-words.ts";

/** A brief as Markdown. Whatever the client wrote is text in it, in its own lines. `madeAt` is ISO 8601. */
export function briefMarkdown(brief: Brief, madeAt: string): string {
  const { profile, toolStack, gaps, quotes, earlier } = brief;
  const parts = [
    `# ${markdownWords(brief.clientName)}`,
    [briefWords.kind, ...statusLines(brief)].join(" · "),
    `## ${briefWords.profile}`,
    fieldLines(profile, briefWords.noProfile),
    `## ${briefWords.toolStack}`,
    fieldLines(toolStack, briefWords.noTools),
    `## ${briefWords.gaps}`,
    gaps.length === 0 ? briefWords.noGaps : gaps.map(gapLine).join("\n"),
    ...(quotes.length === 0 ? [] : [`## ${briefWords.quotes}`, ...quotes.map(quotePart)]),
    ...furtherSections(brief).flatMap(sectionParts),
    ...(earlier.length === 0 ? [] : earlierParts(earlier)),
    "---",
    briefWords.madeAt(timeWords(madeAt), brief.revision),
  ];
  return `${parts.join("\n\n")}\n`;
}

function fieldLines(fields: FormField[], otherwise: string): string {
  if (fields.length === 0) return otherwise;
  const lines = fields.map(fieldWords).map(({ label, text }) => `- ${pair(label, text)}`);
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

function sectionParts({ name, number, questions }: NumberedSection): string[] {
  return [`## ${number}\\. ${markdownWords(name)}`, ...questions.flatMap(questionParts)];
}

function questionParts(question: BriefQuestion): string[] {
  return askedParts(question, furtherFields(question));
}

function askedParts(question: BriefQuestion, fields: FormField[]): string[] {
  const { title, prompt, remarksPrompt, isAnswered, answers } = question;
  return [
    `### ${markdownWords(title)}`,
    `*${markdownWords(answers.length > 0 ? (remarksPrompt ?? prompt) : prompt)}*`,
    ...(isAnswered ? [] : [`**${briefWords.notAnswered}**`]),
    ...(fields.length > 0 ? [fieldLines(fields, "")] : []),
    ...answers.map(answerPart),
  ];
}

function answerPart(answer: BriefAnswer): string {
  const { text, isGiven } = answerText(answer);
  const words = isGiven ? markdownText(text, "  ") : `*${text}*`;
  return `- ${words}\n\n  *${answerOrigin(answer)}*`;
}

function earlierParts(earlier: Brief["earlier"]): string[] {
  const entries = earlier.flatMap(({ name, entry, question }) =>
    question
      ? askedParts(question, question.fields.filter(isFilled))
      : [`- ${pair(name, JSON.stringify(entry))}`],
  );
  return [`## ${briefWords.earlier}`, briefWords.earlierText, ...entries];
}
