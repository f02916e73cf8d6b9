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
import { type EarlierEntry, type ReadQuestion, type ReadSection, readRecord } from "./read-record.ts";

/** A client and the record to be briefed about. Instants are ISO 8601, null where it never happened. */
export type BriefedClient = {
  clientId: string;
  clientName: string;
  /** What the client is asked. */
  interview: NamedInterview;
  revision: number;
  savedAt: string | null;
  submittedAt: string | null;
  record: ClientRecord;
};

/** What the server knows of a take, as far as a reader asks. */
export type KnownTake = { takeId: string; state: TakeState; durationMs: number | null };

/** What the team that does the work needs to know of a client, whichever way it is shown. */
export type Brief = Omit<BriefedClient, "record"> & {
  formatVersion: 1;
  /** Null where the brief leaves it out. */
  contact: BriefContact | null;
  /** The record has other content than what was submitted last. */
  isChangedSinceSubmission: boolean;
  completion: Pick<Completion, "completed" | "total" | "percent">;
  /** Of the business: size and revenue. */
  profile: FormField[];
  /** With its ratings. */
  toolStack: FormField[];
  /** Questions that wait for an answer. */
  gaps: Gap[];
  quotes: Quote[];
  /** With the questions that are asked, and those with an open follow-up. */
  sections: BriefSection[];
  /** The other questions of the interview, in its order. What a client answered while they were asked is kept. */
  notAsked: BriefQuestion[];
  /** What was answered, or followed up, that the interview no longer asks. */
  earlier: BriefEarlier[];
};

export type Gap = { sectionId: string; sectionName: string; questionId: string; title: string };
export type BriefSection = Omit<ReadSection, "questions"> & { questions: BriefQuestion[] };
export type BriefQuestion = Omit<ReadQuestion, "answers"> & {
  answers: BriefAnswer[];
  /** Oldest first, without those that were withdrawn. */
  followUps: BriefFollowUp[];
  approval: BriefApproval | null;
};
export type BriefEarlier = Omit<EarlierEntry, "question"> & { question?: BriefQuestion };
/** Who answers for the business, and whose client it is. */
export type BriefContact = { person: string | null; email: string | null; accountManager: string | null };
export type BriefAnswer = RecordedAnswer & {
  /** Of one that was recorded, not of words that a merge has kept beside it. */
  recording?: Recording;
};

/**
 * `durationMs`: measured when the server made the copy that can be played; null without that copy.
 * `wordless`: why the answer has no words; absent where it has some.
 */
export type Recording = { durationMs: number | null; wordless?: WordlessReason };

/** `not-here`: the recording has not arrived, or the server no longer has it. */
export type WordlessReason = Exclude<TakeState, "transcribed"> | "not-here";

/** `takes` are those of the client that the server has, `interviews` those that this installation has asked. */
export type BriefKnowledge = {
  takes: KnownTake[];
  interviews: Interview[];
  followUps?: FollowUp[];
  contact?: BriefContact | null;
};

/** The brief of a client. */
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
    question: ReadQuestion,
    followUp: FollowUp | null = asked.get(question.id) ?? null,
  ): BriefQuestion => ({
    ...question,
    answers: question.answers.map((answer) => briefAnswer(answer, known)),
    followUps: briefFollowUps(followUp, question.answers),
    approval: briefApproval(followUp),
  });
  const isShown = ({ id, isAsked }: ReadQuestion) => isAsked || asked.get(id)?.state === "asked-back";
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
        // a question of today may have taken over its id, and its follow-ups
        ...(question && { question: briefed(question, today.has(question.id) ? null : undefined) }),
      }))
      .filter(({ question }) => !question || hasContent(question)),
  };
}

/** Whether there is anything to read; a form that was once saved is stored, filled in or not. */
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

/** Both are written by the server, in one form, so that their order is that of the text. */
function isLater(savedAt: string | null, submittedAt: string | null): boolean {
  return savedAt !== null && submittedAt !== null && savedAt > submittedAt;
}

/** The questions whose fields stand at the top of the brief: the first of their kinds. */
export function questionsAtTop<Read extends ReadQuestion>(
  sections: { questions: Read[] }[],
): { profile: Read | undefined; toolStack: Read | undefined } {
  const questions = sections.flatMap((section) => section.questions);
  const first = (kind: QuestionKind) => questions.find((question) => question.kind === kind);
  return { profile: first("business-profile"), toolStack: first("tool-picker") };
}

/** Whether the question waits for an answer. */
export function isMissing({ isAsked, isOptional, isAnswered }: ReadQuestion): boolean {
  return isAsked && !isOptional && !isAnswered;
}

function gapsOf({ id: sectionId, name: sectionName, questions }: ReadSection): Gap[] {
  return questions
    .filter(isMissing)
    .map(({ id: questionId, title }) => ({ sectionId, sectionName, questionId, title }));
}

function briefAnswer(answer: RecordedAnswer, takes: ReadonlyMap<string, KnownTake>): BriefAnswer {
  if (!hasRecording(answer)) return answer;
  const take = takes.get(answer.id);
  const recording = { durationMs: take?.durationMs ?? null };
  if (!isBlank(answer.content)) return { ...answer, recording };
  return { ...answer, recording: { ...recording, wordless: wordlessReason(take?.state) } };
}

/** Of a take that has its transcript, the words are on their way into the record. */
function wordlessReason(state: TakeState | undefined): WordlessReason {
  if (state === undefined) return "not-here";
  return state === "transcribed" ? "queued" : state;
}
