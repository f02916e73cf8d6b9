import type { FormField } from "#contract/interview/kinds/kind.ts";
import {
  type Brief,
  type BriefAnswer,
  type BriefQuestion,
  isMissing,
  type UnansweredQuestion,
} from "#contract/manage/answers/brief.ts";
import type { BriefFollowUp } from "#contract/manage/answers/brief-follow-ups.ts";
import type { Quote } from "#contract/manage/answers/quotes.ts";
import {
  approvalWords,
  contactFields,
  fieldWords,
  filledFields,
  firstAnswers,
  furtherFields,
  furtherSections,
  givenSections,
  givenUnasked,
  managerWords,
  type NumberedSection,
  noReplyWords,
  repliesOf,
  statusLines,
} from "./brief-facts.ts";
import { answerOrigin, answerText, type BriefWords, timeWords } from "./brief-words.ts";
import { markdownText, markdownWords } from "./markdown-text.ts";

/** A brief as Markdown. The client's words are escaped and keep their lines. `madeAt` is ISO 8601. */
export function briefMarkdown(brief: Brief, madeAt: string, words: BriefWords): string {
  const { profile, toolStack, gaps, quotes, earlier } = brief;
  const parts = [
    `# ${markdownWords(brief.clientName)}`,
    [words.say("brief.kind"), ...statusLines(brief, words).map(markdownWords)].join(" · "),
    ...contactPart(brief, words),
    `## ${words.say("brief.profile")}`,
    fieldLines(profile, words.say("brief.noProfile"), words),
    `## ${words.say("brief.toolStack")}`,
    fieldLines(toolStack, words.say("brief.noTools"), words),
    `## ${words.say("brief.gaps")}`,
    gaps.length === 0 ? words.say("brief.noGaps") : gaps.map(gapLine).join("\n"),
    ...(quotes.length === 0 ? [] : [`## ${words.say("brief.quotes")}`, ...quotes.map(quotePart)]),
    ...furtherSections(brief).flatMap((section) =>
      sectionParts(brief, section, { fieldsOf: (question) => furtherFields(brief, question), words }),
    ),
    ...notAskedParts(brief, words),
    ...(earlier.length === 0 ? [] : earlierParts(brief, words)),
    "---",
    words.say("brief.madeAt", { time: timeWords(madeAt, words), revision: brief.revision }),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** `isEarlier`: a newer revision exists; the text says so. */
export type RecordOptions = { words: BriefWords; isEarlier: boolean };

/** A record as Markdown: every answer in the interview's order, without the overview of a brief. */
export function recordMarkdown(brief: Brief, { words, isEarlier }: RecordOptions): string {
  const { revision, savedAt, earlier } = brief;
  const answers = [
    ...givenSections(brief).flatMap((section) =>
      sectionParts(brief, section, { fieldsOf: filledFields, words }),
    ),
    ...notAskedParts(brief, words),
    ...(earlier.length === 0 ? [] : earlierParts(brief, words)),
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

function contactPart(brief: Brief, words: BriefWords): string[] {
  const lines = contactFields(brief, words).map(({ label, text }) => `- ${pair(label, text)}`);
  return lines.length === 0 ? [] : [lines.join("\n")];
}

function fieldLines(fields: FormField[], otherwise: string, words: BriefWords): string {
  if (fields.length === 0) return otherwise;
  const lines = fields
    .map((field) => fieldWords(field, words))
    .map(({ label, text }) => `- ${pair(label, text)}`);
  return lines.join("\n");
}

function pair(label: string, text: string, indent = "  "): string {
  return `**${markdownWords(label)}:** ${markdownText(text, indent)}`;
}

function gapLine({ title, sectionName }: UnansweredQuestion): string {
  return `- ${markdownWords(title)} (${markdownWords(sectionName)})`;
}

function quotePart({ text, title }: Quote): string {
  return `> ${markdownText(text, "> ")}\n>\n> — ${markdownWords(title)}`;
}

type AskedOptions = { fieldsOf: (question: BriefQuestion) => FormField[]; words: BriefWords };

function sectionParts(
  brief: Brief,
  { name, number, questions }: NumberedSection,
  options: AskedOptions,
): string[] {
  return [
    `## ${number}\\. ${markdownWords(name)}`,
    ...questions.flatMap((question) => askedParts(brief, question, options)),
  ];
}

function askedParts(brief: Brief, question: BriefQuestion, { fieldsOf, words }: AskedOptions): string[] {
  const fields = fieldsOf(question);
  const approved = approvalWords(brief, question, words);
  const { title, prompt, remarksPrompt, answers, followUps } = question;
  return [
    `### ${markdownWords(title)}`,
    `*${markdownWords(answers.length > 0 ? (remarksPrompt ?? prompt) : prompt)}*`,
    ...(isMissing(question) ? [`**${words.say("brief.notAnswered")}**`] : []),
    ...(fields.length > 0 ? [fieldLines(fields, "", words)] : []),
    ...firstAnswers(question).map((answer) => answerPart(answer, words)),
    ...followUps.flatMap((followUp) => followUpParts(followUp, question, words)),
    ...(approved === undefined ? [] : [`*${markdownWords(approved)}*`]),
  ];
}

function followUpParts(followUp: BriefFollowUp, question: BriefQuestion, words: BriefWords): string[] {
  const asked = words.say("brief.followUp.asked", { name: managerWords(followUp.askedBy, words) });
  const none = noReplyWords(followUp, words);
  return [
    `${pair(asked, followUp.text, "")}\n\n*${timeWords(followUp.askedAt, words)}*`,
    ...(none === undefined ? [] : [`*${none}*`]),
    ...repliesOf(followUp, question).map((answer) => answerPart(answer, words)),
  ];
}

function answerPart(answer: BriefAnswer, words: BriefWords): string {
  const { text, isGiven } = answerText(answer, words);
  const shown = isGiven ? markdownText(text, "  ") : `*${text}*`;
  const badge = answer.reason ? `**${words.say(`brief.reason.${answer.reason}`)}** · ` : "";
  return `- ${shown}\n\n  ${badge}*${answerOrigin(answer, words, markdownWords)}*`;
}

function notAskedParts(brief: Brief, words: BriefWords): string[] {
  const given = givenUnasked(brief);
  if (given.length === 0) return [];
  const entries = given.flatMap((question) => askedParts(brief, question, { fieldsOf: filledFields, words }));
  return [`## ${words.say("brief.notAsked")}`, words.say("brief.notAskedText"), ...entries];
}

function earlierParts(brief: Brief, words: BriefWords): string[] {
  const entries = brief.earlier.flatMap(({ name, entry, question }) =>
    question
      ? askedParts(brief, question, { fieldsOf: filledFields, words })
      : [`- ${pair(name, JSON.stringify(entry))}`],
  );
  return [`## ${words.say("brief.earlier")}`, words.say("brief.earlierText"), ...entries];
}
