import type { Interview } from "../../interview/interview.ts";
import type { FormField } from "../../interview/kinds/kind.ts";
import type { ClientRecord } from "../../record/record.ts";
import { type ReadableQuestion, readRecord } from "./read-record.ts";

/** What differs in a question between two states of a record, without what stayed the same. */
export type QuestionDifference = {
  questionId: string;
  title: string;
  sectionName: string;
  fields: { before: FormField | undefined; after: FormField | undefined }[];
  answers: AnswerDifference[];
};

export type AnswerDifference =
  | { kind: "added"; id: string; after: string }
  | { kind: "removed"; id: string; before: string }
  | { kind: "changed"; id: string; before: string; after: string };

/**
 * The questions that differ, in the order of the interview. Entries that the interview no longer asks are not compared.
 */
export function differencesOf(
  interview: Interview,
  before: ClientRecord,
  after: ClientRecord,
): QuestionDifference[] {
  const earlier = questionsIn(interview, before);
  return readRecord(interview, after).sections.flatMap(({ name, questions }) =>
    questions.flatMap((question) => {
      const was = earlier.get(question.id);
      const fields = fieldDifferences(was?.fields ?? [], question.fields);
      const answers = answerDifferences(was?.answers ?? [], question.answers);
      if (fields.length === 0 && answers.length === 0) return [];
      return [{ questionId: question.id, title: question.title, sectionName: name, fields, answers }];
    }),
  );
}

function questionsIn(interview: Interview, record: ClientRecord): Map<string, ReadableQuestion> {
  const { sections } = readRecord(interview, record);
  return new Map(sections.flatMap(({ questions }) => questions.map((question) => [question.id, question])));
}

function fieldDifferences(before: FormField[], after: FormField[]): QuestionDifference["fields"] {
  const was = new Map(before.map((field) => [keyOf(field), field]));
  const is = new Map(after.map((field) => [keyOf(field), field]));
  const keys = [...new Set([...was.keys(), ...is.keys()])];
  return keys
    .map((key) => ({ before: was.get(key), after: is.get(key) }))
    .filter((pair) => JSON.stringify(pair.before) !== JSON.stringify(pair.after));
}

/** An address and "No website yet" are values of the same field. */
function keyOf(field: FormField): string {
  if (field.kind === "no-website") return "url";
  return "label" in field ? `${field.kind} ${field.label}` : field.kind;
}

function answerDifferences(
  before: ReadableQuestion["answers"],
  after: ReadableQuestion["answers"],
): AnswerDifference[] {
  const was = new Map(before.map(({ id, content }) => [id, content]));
  const is = new Set(after.map(({ id }) => id));
  const present = after.flatMap(({ id, content }): AnswerDifference[] => {
    const old = was.get(id);
    if (old === undefined) return [{ kind: "added", id, after: content }];
    return old === content ? [] : [{ kind: "changed", id, before: old, after: content }];
  });
  const removed = before
    .filter(({ id }) => !is.has(id))
    .map(({ id, content }): AnswerDifference => ({ kind: "removed", id, before: content }));
  return [...present, ...removed];
}
