import {
  entryPlaces,
  type Interview,
  questionsOf,
  type Section,
  writtenQuestions,
} from "../interview/interview.ts";
import type { WrittenEntry } from "../interview/kinds/free-answer.ts";
import type {
  AnswerAuthor,
  AnswerReason,
  AnswerSource,
  AnswerType,
  RecordedAnswer,
} from "../interview/kinds/recorded-answer.ts";
import type { Question } from "../interview/question.ts";
import { ANSWER_NAME_CHARACTERS } from "../limits.ts";
import { isBlank, shorten } from "../text.ts";
import { type FormAnswers, formAt, isForm, isLeftOut } from "./forms.ts";
import { type ClientRecord, completeRecord, type RecordInput } from "./record.ts";

/** One entry in a question's list (spec §3, "Answer entry"). */
export type Answer = {
  id: string;
  questionId: string;
  questionText: string;
  sectionName: string;
  type: AnswerType;
  content: string;
  /** The text that is shown and edited: the content, or `TRANSCRIPT_PENDING`. */
  transcript: string;
  /** ISO 8601. */
  timestamp: string;
  /** The first 50 characters of the content. */
  name: string;
  /** The length of a recorded take, in milliseconds. */
  duration?: number;
  source?: AnswerSource;
  /** As in `RecordedAnswer`. */
  raw?: string;
  reason?: AnswerReason;
  by?: AnswerAuthor;
};

/** All answers on a client's screen. */
export type Answers = {
  forms: FormAnswers;
  /** Written and spoken answers by question id, in the order in which they were given. */
  written: { [questionId: string]: Answer[] };
};

/** Shown for a take whose transcript has not arrived yet (spec §4). Never stored. */
export const TRANSCRIPT_PENDING = "Generating transcript...";

export const emptyAnswers: Answers = { forms: {}, written: {} };

/** An answer with the fields derived from its content and its question. */
export function describeAnswer(section: Section, question: Question, recorded: RecordedAnswer): Answer {
  const isPending = recorded.type === "audio" && recorded.content === "";
  return {
    ...recorded,
    questionId: question.id,
    questionText: question.prompt,
    sectionName: section.name,
    transcript: isPending ? TRANSCRIPT_PENDING : recorded.content,
    name: shorten(recorded.content, ANSWER_NAME_CHARACTERS),
  };
}

/** The same answer with new words; id and timestamp stay. */
export function editAnswer(answer: Answer, content: string): Answer {
  const { raw: _raw, reason: _reason, by: _by, ...kept } = answer;
  return { ...kept, content, transcript: content, name: shorten(content, ANSWER_NAME_CHARACTERS) };
}

/** spec §5: an edit can be saved only when the text has changed and is not blank. */
export function canSaveEdit(answer: Answer, text: string): boolean {
  return text !== answer.transcript && !isBlank(text);
}

export function isTranscriptPending(answer: Answer): boolean {
  return answer.type === "audio" && answer.transcript === TRANSCRIPT_PENDING;
}

/**
 * The device gives each take a UUID as its id. The second version of an answer that a merge keeps has another kind of
 * id and no recording.
 */
export function hasRecording({ type, id }: Pick<Answer, "type" | "id">): boolean {
  return type === "audio" && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);
}

/** The screen's answers from a stored record. `now` (ISO 8601) stands in for missing timestamps. */
export function answersOf(interview: Interview, input: RecordInput, now: string): Answers {
  const shown = Object.entries(input).filter(([name]) => entryPlaces(interview).has(name));
  const record = completeRecord(interview, Object.fromEntries(shown), { now });
  const written = writtenQuestions(interview).flatMap(({ section, question, entry }) => {
    const { responses = [] } = (record[entry] as WrittenEntry | undefined) ?? {};
    const answers = responses.map((response) => describeAnswer(section, question, response));
    return answers.length > 0 ? [[question.id, answers] as const] : [];
  });
  return { forms: formsOf(interview, record as FormAnswers), written: Object.fromEntries(written) };
}

function formsOf(interview: Interview, given: FormAnswers): FormAnswers {
  const asked = questionsOf(interview).filter(isForm);
  return Object.fromEntries(asked.map((question) => [question.entry, formAt(given, question)]));
}

/** Leaves out empty forms, except those that the specification sends even if empty. */
function sentForms(interview: Interview, given: FormAnswers): FormAnswers {
  const asked = questionsOf(interview).filter(isForm);
  const forms = asked.map(({ kind, entry }) => ({ kind, entry, form: formAt(given, { kind, entry }) }));
  return Object.fromEntries(
    forms.filter(({ kind, form }) => !isLeftOut(kind, form)).map(({ entry, form }) => [entry, form]),
  );
}

/** The record of the answers on the screen: the forms that the interview asks, and each question with an answer. */
export function recordOf(interview: Interview, answers: Answers): ClientRecord {
  const input: RecordInput = sentForms(interview, answers.forms);
  for (const { section, question, entry } of writtenQuestions(interview)) {
    const given = answers.written[question.id] ?? [];
    if (given.length > 0) {
      input[entry] = { section: section.id, question: question.id, responses: given.map(toResponse) };
    }
  }
  return completeRecord(interview, input, { now: "" });
}

function toResponse(answer: Answer): RecordedAnswer {
  const isPending = answer.type === "audio" && answer.content === TRANSCRIPT_PENDING;
  return { ...recordedAnswer(answer), ...(isPending && { content: "" }) };
}

/** Without the fields that are derived from content and question. */
export function recordedAnswer({
  type,
  content,
  timestamp,
  id,
  source,
  raw,
  reason,
  by,
}: Answer): RecordedAnswer {
  return {
    type,
    content,
    timestamp,
    id,
    ...(source && { source }),
    ...(raw !== undefined && { raw }),
    ...(reason && { reason }),
    ...(by && { by }),
  };
}
