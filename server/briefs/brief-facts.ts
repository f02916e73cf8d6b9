import type { FormField } from "#contract/interview/kinds/kind.ts";
import { SATISFACTION_MAX, TOOL_RATING_MAX } from "#contract/limits.ts";
import {
  type Brief,
  type BriefAnswer,
  type BriefQuestion,
  type BriefSection,
  isFilled,
  questionsAtTop,
} from "#contract/manage/answers/brief.ts";
import type { BriefFollowUp } from "#contract/manage/answers/brief-follow-ups.ts";
import { shownText } from "#contract/manage/answers/shown-text.ts";
import { wholeAnswer } from "../records/whole-answer.ts";
import type { Words } from "../runtime/words.ts";
import { type BriefWords, timeWords } from "./brief-words.ts";

/** A form field in words. */
export type FieldWords = { label: string; text: string; stars?: number };

export function fieldWords(field: FormField, words: Words): FieldWords {
  switch (field.kind) {
    case "choice":
      return { label: field.label, text: field.text };
    case "tool":
      return toolWords(field.label, field.stars, words);
    case "other-tools":
      return { label: words.say("brief.otherTools"), text: field.text };
    case "not-applicable":
      return { label: words.say("brief.answer"), text: words.say("brief.reason.not-applicable") };
    case "no-tools":
      return { label: words.say("brief.toolStack"), text: words.say("brief.noneOfThese") };
    case "no-website":
      return { label: words.say("brief.url"), text: words.say("brief.noWebsite") };
    case "url":
      return { label: words.say("brief.url"), text: field.text };
    case "satisfaction": {
      const { points } = field;
      const text =
        points === undefined
          ? words.say("brief.notRated")
          : words.say("brief.points", { points, max: SATISFACTION_MAX });
      return { label: words.say("brief.satisfaction"), text };
    }
    default:
      return { label: words.say("brief.answer"), text: wholeAnswer(field, words) };
  }
}

function toolWords(label: string, stars: number | undefined, words: Words): FieldWords {
  if (stars === undefined) return { label, text: words.say("brief.notRated") };
  return { label, text: words.say("brief.stars", { stars, max: TOOL_RATING_MAX }), stars };
}

/** The contact at the business and the account manager. */
export function contactFields({ contact }: Brief, { say }: Words): FieldWords[] {
  if (!contact) return [];
  const { person, email, accountManager } = contact;
  return [
    { label: say("brief.contact"), text: person ?? "" },
    { label: say("brief.email"), text: email ?? "" },
    { label: say("brief.accountManager"), text: accountManager ?? "" },
  ].filter(({ text }) => text !== "");
}

/** The approved questions, and whether every answered question is approved. */
export function approvalsOf(brief: Brief): { isWhole: boolean; approved: BriefQuestion[] } {
  const answered = questionsIn(brief).filter(({ isAnswered }) => isAnswered);
  const approved = answered.filter(({ approval }) => approval !== null);
  return { isWhole: approved.length > 0 && approved.length === answered.length, approved };
}

function questionsIn({ sections }: Brief): BriefQuestion[] {
  return sections.flatMap(({ questions }) => questions);
}

/** A manager's name, or a general word if the name is unknown. */
export function managerWords(name: string | null, { say }: Words): string {
  return name === null ? say("brief.somebody") : shownText(name);
}

/** Undefined if the top of the brief already says that every question is approved. */
export function approvalWords(
  brief: Brief,
  { approval }: BriefQuestion,
  words: BriefWords,
): string | undefined {
  if (!approval || approvalsOf(brief).isWhole) return undefined;
  const time = timeWords(approval.at, words);
  return words.say("brief.approved", { name: managerWords(approval.by, words), time });
}

/** The text in place of a missing reply to a follow-up; undefined if the reply is among the answers below it. */
export function noReplyWords(
  { state, answeredAt, replies }: BriefFollowUp,
  words: BriefWords,
): string | undefined {
  if (state === "open") return words.say("brief.followUp.open");
  if (state === "settled") return words.say("brief.followUp.settled");
  if (replies.length > 0) return undefined;
  return words.say("brief.followUp.changed", { time: timeWords(answeredAt ?? "", words) });
}

/** The answers that are not replies to follow-ups. */
export function firstAnswers({ answers, followUps }: BriefQuestion): BriefAnswer[] {
  const replies = new Set(followUps.flatMap((followUp) => followUp.replies));
  return answers.filter(({ id }) => !replies.has(id));
}

/** The answers that are replies to this follow-up. */
export function repliesOf({ replies }: BriefFollowUp, { answers }: BriefQuestion): BriefAnswer[] {
  return answers.filter(({ id }) => replies.includes(id));
}

/** The client's progress, one fact per line. */
export function statusLines(brief: Brief, words: BriefWords): string[] {
  const { savedAt, submittedAt, isChangedSinceSubmission } = brief;
  const { completed, total } = brief.completion;
  const submitted = submittedAt
    ? words.say("brief.submitted", { time: timeWords(submittedAt, words) })
    : words.say("brief.notSubmitted");
  return [
    submitted,
    ...savedLines(savedAt, { isSubmitted: submittedAt !== null, isChangedSinceSubmission }, words),
    words.say("brief.answered", { completed, total }),
    ...approvalLines(brief, words),
  ];
}

function approvalLines(brief: Brief, words: Words): string[] {
  const { isWhole, approved } = approvalsOf(brief);
  if (approved.length === 0) return [];
  const managers = new Set(approved.map(({ approval }) => managerWords(approval?.by ?? null, words)));
  const names = new Intl.ListFormat(words.language).format(managers);
  if (isWhole) return [words.say("brief.approvedAll", { names })];
  return [words.say("brief.approvedSome", { count: approved.length, names })];
}

type Submitting = { isSubmitted: boolean; isChangedSinceSubmission: boolean };

function savedLines(
  savedAt: string | null,
  { isSubmitted, isChangedSinceSubmission }: Submitting,
  words: BriefWords,
): string[] {
  if (savedAt === null) return [words.say("brief.neverSaved")];
  if (isChangedSinceSubmission) return [words.say("brief.changed", { time: timeWords(savedAt, words) })];
  return isSubmitted ? [] : [words.say("brief.saved", { time: timeWords(savedAt, words) })];
}

/** The fields of a question's form that the client filled in. */
export function filledFields({ fields }: BriefQuestion): FormField[] {
  return fields.filter(isFilled);
}

/** The filled-in fields that the top of the brief does not show. */
export function furtherFields(brief: Brief, question: BriefQuestion): FormField[] {
  return isAtTop(brief, question) ? [] : filledFields(question);
}

export type NumberedSection = BriefSection & { number: number };

/** The sections with what the top of the brief does not show, numbered as in the interview. */
export function furtherSections(brief: Brief): NumberedSection[] {
  return sectionsWith(brief.sections, (question) => !isShownWhole(brief, question));
}

/** The sections with the questions that the client answered, numbered as in the interview. */
export function givenSections({ sections }: Brief): NumberedSection[] {
  return sectionsWith(sections, isGiven);
}

/** Questions that are no longer asked, but that the client answered while they were. */
export function givenUnasked({ notAsked }: Brief): BriefQuestion[] {
  return notAsked.filter(isGiven);
}

function isGiven(question: BriefQuestion): boolean {
  return question.answers.length > 0 || filledFields(question).length > 0;
}

function sectionsWith(
  sections: BriefSection[],
  isShown: (question: BriefQuestion) => boolean,
): NumberedSection[] {
  return sections
    .map((section, place) => ({
      ...section,
      number: place + 1,
      questions: section.questions.filter(isShown),
    }))
    .filter(({ questions }) => questions.length > 0);
}

/** Whether the top of the brief shows everything about a question. */
function isShownWhole(brief: Brief, question: BriefQuestion): boolean {
  const { isAnswered, answers, followUps } = question;
  return isAnswered && answers.length === 0 && followUps.length === 0 && isAtTop(brief, question);
}

function isAtTop({ sections }: Brief, { id }: BriefQuestion): boolean {
  const { profile, toolStack } = questionsAtTop(sections);
  return id === profile?.id || id === toolStack?.id;
}
