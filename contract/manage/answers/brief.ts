import type { TakeState } from "../../api/calls.ts";
import type { Interview } from "../../interview/interview.ts";
import type { FormField } from "../../interview/kinds/kind.ts";
import type { RecordedAnswer } from "../../interview/kinds/recorded-answer.ts";
import type { QuestionKind } from "../../interview/question.ts";
import { hasRecording } from "../../record/answer.ts";
import { type Completion, completionOf } from "../../record/completion.ts";
import type { ClientRecord } from "../../record/record.ts";
import { isBlank } from "../../text.ts";
import type { FollowUp } from "../follow-ups.ts";
import type { NamedInterview } from "../interviews.ts";
import { type BriefApproval, type BriefFollowUp, briefApproval, briefFollowUps } from "./brief-follow-ups.ts";
import { type Quote, quotesOf } from "./quotes.ts";
import { type EarlierEntry, type ReadableQuestion, type ReadableSection, readRecord } from "./read-record.ts";

/** A client, and the record that the brief describes. Instants are ISO 8601, null if the event never happened. */
export type BriefedClient = {
  clientId: string;
  clientName: string;
  /** The interview that the client is asked. */
  interview: NamedInterview;
  revision: number;
  savedAt: string | null;
  submittedAt: string | null;
  record: ClientRecord;
};

/** The facts about a take that a brief needs. */
export type BriefTake = { takeId: string; state: TakeState; durationMs: number | null };

/** What the team needs to know about a client, independent of the format. */
export type Brief = Omit<BriefedClient, "record"> & {
  formatVersion: 1;
  /** Null if the brief leaves it out. */
  contact: BriefContact | null;
  /** Whether the record has changed since the last submission. */
  isChangedSinceSubmission: boolean;
  completion: Pick<Completion, "completed" | "total" | "percent">;
  /** The business's size and revenue. */
  profile: FormField[];
  /** The tools with their ratings. */
  toolStack: FormField[];
  /** Questions that wait for an answer. */
  gaps: UnansweredQuestion[];
  quotes: Quote[];
  /** With only the questions that are asked, or have an open follow-up. */
  sections: BriefSection[];
  /** The other questions, in the interview's order. Answers from when they were asked are kept. */
  notAsked: BriefQuestion[];
  /** Answers and follow-ups for questions that the interview no longer asks. */
  earlier: BriefEarlier[];
};

export type UnansweredQuestion = {
  sectionId: string;
  sectionName: string;
  questionId: string;
  title: string;
};
export type BriefSection = Omit<ReadableSection, "questions"> & { questions: BriefQuestion[] };
export type BriefQuestion = Omit<ReadableQuestion, "answers"> & {
  answers: BriefAnswer[];
  /** Oldest first, without those that were withdrawn. */
  followUps: BriefFollowUp[];
  approval: BriefApproval | null;
};
export type BriefEarlier = Omit<EarlierEntry, "question"> & { question?: BriefQuestion };
/** The person who answers for the business, and the account manager. */
export type BriefContact = { person: string | null; email: string | null; accountManager: string | null };
export type BriefAnswer = RecordedAnswer & {
  /** Only for a recorded answer, not for the version without recording that a merge keeps beside it. */
  recording?: Recording;
};

/**
 * `durationMs`: measured when the server made the playable copy; null without that copy. `wordless`: why the answer has
 * no words; absent if it has some.
 */
export type Recording = { durationMs: number | null; wordless?: WordlessReason };

/** `not-here`: the recording has not arrived, or the server no longer has it. */
export type WordlessReason = Exclude<TakeState, "transcribed"> | "not-here";

/** `takes`: the client's takes on the server. `interviews`: all that this installation has ever asked. */
export type BriefKnowledge = {
  takes: BriefTake[];
  interviews: Interview[];
  followUps?: FollowUp[];
  contact?: BriefContact | null;
};

export function briefOf(
  interview: Interview,
  client: BriefedClient,
  { takes, interviews, followUps = [], contact = null }: BriefKnowledge,
): Brief {
  const { record, ...facts } = client;
  const read = readRecord(interview, record, interviews);
  const { earlier } = read;
  const { completed, total, percent } = completionOf(interview, record);
  const known = new Map(takes.map((take) => [take.takeId, take]));
  const asked = new Map(followUps.map((followUp) => [followUp.question, followUp]));
  const briefed = (
    question: ReadableQuestion,
    followUp: FollowUp | null = asked.get(question.id) ?? null,
  ): BriefQuestion => ({
    ...question,
    answers: question.answers.map((answer) => briefAnswer(answer, known)),
    followUps: briefFollowUps(followUp, question.answers),
    approval: briefApproval(followUp),
  });
  const isShown = ({ id, isAsked }: ReadableQuestion) => isAsked || asked.get(id)?.state === "asked-back";
  const sections = read.sections
    .map((section) => ({ ...section, questions: section.questions.filter(isShown) }))
    .filter(({ questions }) => questions.length > 0);
  const { profile, toolStack } = questionsAtTop(sections);
  const all = read.sections.flatMap(({ questions }) => questions);
  const today = new Set(all.map(({ id }) => id));
  return {
    formatVersion: 1,
    ...facts,
    contact,
    isChangedSinceSubmission: isLater(facts.savedAt, facts.submittedAt),
    completion: { completed, total, percent },
    profile: profile?.fields.filter(isFilled) ?? [],
    toolStack: toolStack?.fields.filter(isFilled) ?? [],
    gaps: sections.flatMap(gapsOf),
    quotes: quotesOf(sections),
    sections: sections.map((section) => ({
      ...section,
      questions: section.questions.map((question) => briefed(question)),
    })),
    notAsked: all.filter((question) => !isShown(question)).map((question) => briefed(question)),
    earlier: earlier
      .map(({ question, ...entry }) => ({
        ...entry,
        // a current question may have the same id, and its follow-ups belong to that one
        ...(question && { question: briefed(question, today.has(question.id) ? null : undefined) }),
      }))
      .filter(({ question }) => !question || hasContent(question)),
  };
}

/** Whether there is anything to read; a form is stored once it was saved, even if empty. */
function hasContent({ fields, answers, followUps }: BriefQuestion): boolean {
  return answers.length > 0 || followUps.length > 0 || fields.some(isFilled);
}

/** Whether a field was filled in. */
export function isFilled(field: FormField): boolean {
  switch (field.kind) {
    case "tool":
    case "not-applicable":
    case "no-tools":
    case "no-website":
      return true;
    case "satisfaction":
      return field.points !== undefined;
    case "scale":
      return field.value !== undefined;
    case "chosen":
      return field.texts.length > 0;
    case "yes-no":
    case "date":
      return field.value !== "";
    default:
      return !isBlank(field.text);
  }
}

/** The server writes both in the same format, so comparing the text compares the instants. */
function isLater(savedAt: string | null, submittedAt: string | null): boolean {
  return savedAt !== null && submittedAt !== null && savedAt > submittedAt;
}

/** The questions whose fields the brief shows at the top: the first of each kind. */
export function questionsAtTop<Read extends ReadableQuestion>(
  sections: { questions: Read[] }[],
): { profile: Read | undefined; toolStack: Read | undefined } {
  const questions = sections.flatMap((section) => section.questions);
  const first = (kind: QuestionKind) => questions.find((question) => question.kind === kind);
  return { profile: first("business-profile"), toolStack: first("tool-picker") };
}

/** Whether the question waits for an answer. */
export function isMissing({ isAsked, isOptional, isAnswered }: ReadableQuestion): boolean {
  return isAsked && !isOptional && !isAnswered;
}

function gapsOf({ id: sectionId, name: sectionName, questions }: ReadableSection): UnansweredQuestion[] {
  return questions
    .filter(isMissing)
    .map(({ id: questionId, title }) => ({ sectionId, sectionName, questionId, title }));
}

function briefAnswer(answer: RecordedAnswer, takes: ReadonlyMap<string, BriefTake>): BriefAnswer {
  if (!hasRecording(answer)) return answer;
  const take = takes.get(answer.id);
  const recording = { durationMs: take?.durationMs ?? null };
  if (!isBlank(answer.content)) return { ...answer, recording };
  return { ...answer, recording: { ...recording, wordless: wordlessReason(take?.state) } };
}

/** A take with a transcript counts as queued, since its words are about to be saved in the record. */
function wordlessReason(state: TakeState | undefined): WordlessReason {
  if (state === undefined) return "not-here";
  return state === "transcribed" ? "queued" : state;
}
