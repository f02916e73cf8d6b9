import { type Answer, type Answers, answersOf } from "../answer.ts";
import { isComplete } from "../completion.ts";
import { type FormField, formFields } from "../form-fields.ts";
import { entryPlaces, type Interview, type Question, type QuestionKind } from "../interview.ts";
import type { ClientRecord, Entry, RecordedAnswer } from "../record.ts";

/** A record as a person reads it: under the titles of the interview that is asked. */
export type ReadRecord = {
  sections: ReadSection[];
  /** What the interview no longer asks, as it is stored. */
  earlier: { name: string; entry: Entry }[];
};

export type ReadSection = { id: string; name: string; questions: ReadQuestion[] };

export type ReadQuestion = {
  id: string;
  kind: QuestionKind;
  title: string;
  prompt: string;
  isAnswered: boolean;
  /** Of a form, filled in or not. */
  fields: FormField[];
  /** What the written answers beside a form are about. */
  remarksPrompt?: string;
  answers: RecordedAnswer[];
};

/** Everything in the record, in the order of the interview. */
export function readRecord(interview: Interview, record: ClientRecord): ReadRecord {
  const given = answersOf(interview, record, "");
  const asked = entryPlaces(interview);
  return {
    sections: interview.sections.map(({ id, name, questions }) => ({
      id,
      name,
      questions: questions.map((question) => readQuestion(question, given, isComplete(question, record))),
    })),
    earlier: Object.entries(record)
      .filter(([name]) => !asked.has(name))
      .map(([name, entry]) => ({ name, entry })),
  };
}

function readQuestion(question: Question, given: Answers, isAnswered: boolean): ReadQuestion {
  const { id, kind, title, prompt } = question;
  return {
    id,
    kind,
    title,
    prompt,
    isAnswered,
    fields: formFields(question, given.forms),
    ...(kind === "tool-picker" && { remarksPrompt: question.remarksPrompt }),
    answers: (given.written[id] ?? []).map(recordedAnswer),
  };
}

/** Without what follows from its question. */
function recordedAnswer({ type, content, timestamp, id, source }: Answer): RecordedAnswer {
  return { type, content, timestamp, id, ...(source && { source }) };
}
