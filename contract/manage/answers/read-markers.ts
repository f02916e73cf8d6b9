import * as z from "zod/mini";
import { countSchema, instantSchema } from "../../api/scalars.ts";
import { fingerprint } from "../../hash.ts";
import type { Interview } from "../../interview/interview.ts";
import type { ClientRecord } from "../../record/record.ts";
import { contentMark } from "../follow-ups.ts";
import { isFilled } from "./brief.ts";
import { type ReadableQuestion, readRecord } from "./read-record.ts";

/**
 * What a manager has last seen of a client's answers, and what has changed since. Marks are hashes and contain no words
 * of an answer.
 */

/** A question with more answers than this has one mark for all of them, so that marks stay small. */
export const MARKED_ANSWERS_MAX = 50;

/** Identifies the content of an answered question. */
export const questionMarkSchema = z.object({
  question: z.string(),
  content: z.string(),
  /** The mark of each answer by the mark of its id; null if there are too many answers. */
  answers: z.nullable(z.record(z.string(), z.string())),
});
export type QuestionMark = z.infer<typeof questionMarkSchema>;

/** The marks that a visit is compared with. On their first visit, a manager gets the current marks. */
export const readMarkersSchema = z.object({
  lookedAt: z.nullable(instantSchema),
  marks: z.array(questionMarkSchema),
});
export type ReadMarkers = z.infer<typeof readMarkersSchema>;

/** The revision on the screen; 0 if nothing was saved yet. */
export const markReadRequestSchema = z.strictObject({
  revision: countSchema,
});

export type AnswerChange = "new" | "changed";

/** How a question differs from its mark. */
export type QuestionChange = {
  questionId: string;
  kind: "new" | "changed" | "gone";
  /** By id; empty if the whole question is new. */
  answers: ReadonlyMap<string, AnswerChange>;
  /** The number of answers that were removed. */
  goneAnswers: number;
};

/** The marks of every question with content, in the order of the interview. */
export function marksOf(interview: Interview, record: ClientRecord): QuestionMark[] {
  return answeredQuestions(interview, record).flatMap(({ id, answers }) => {
    const content = contentMark(interview, id, record);
    return content === undefined ? [] : [{ question: id, content, answers: answerMarks(answers) }];
  });
}

/** The questions that differ from the marks, in the order of the interview. */
export function changesSince(
  marks: readonly QuestionMark[],
  interview: Interview,
  record: ClientRecord,
): QuestionChange[] {
  const before = new Map(marks.map((mark) => [mark.question, mark]));
  const after = new Map(marksOf(interview, record).map((mark) => [mark.question, mark]));
  const { sections } = readRecord(interview, record);
  return sections.flatMap(({ questions }) =>
    questions.flatMap((question) => {
      const was = before.get(question.id);
      const is = after.get(question.id);
      return was?.content === is?.content ? [] : [questionChange(question, was, is !== undefined)];
    }),
  );
}

function questionChange(
  { id: questionId, answers }: ReadableQuestion,
  was: QuestionMark | undefined,
  isThere: boolean,
): QuestionChange {
  const whole = { questionId, answers: new Map(), goneAnswers: 0 };
  if (!was) return { ...whole, kind: "new" };
  if (!isThere) return { ...whole, kind: "gone" };
  if (!was.answers) return { ...whole, kind: "changed" };
  const known = was.answers;
  const changed = answers.flatMap((answer): [string, AnswerChange][] => {
    const mark = known[fingerprint(answer.id)];
    if (mark === undefined) return [[answer.id, "new"]];
    return mark === fingerprint(answer.content) ? [] : [[answer.id, "changed"]];
  });
  const present = new Set(answers.map(({ id }) => fingerprint(id)));
  const goneAnswers = Object.keys(known).filter((id) => !present.has(id)).length;
  return { questionId, kind: "changed", answers: new Map(changed), goneAnswers };
}

function answeredQuestions(interview: Interview, record: ClientRecord): ReadableQuestion[] {
  const questions = readRecord(interview, record).sections.flatMap((section) => section.questions);
  return questions.filter(({ fields, answers }) => answers.length > 0 || fields.some(isFilled));
}

function answerMarks(answers: ReadableQuestion["answers"]): QuestionMark["answers"] {
  if (answers.length > MARKED_ANSWERS_MAX) return null;
  return Object.fromEntries(answers.map(({ id, content }) => [fingerprint(id), fingerprint(content)]));
}
