import { entryPlaces, type Interview, questionsIn } from "../../interview/interview.ts";
import type { FormField } from "../../interview/kinds/kind.ts";
import type { Entry } from "../../interview/kinds/kinds.ts";
import type { RecordedAnswer } from "../../interview/kinds/recorded-answer.ts";
import { type Question, type QuestionKind, remarksPromptOf } from "../../interview/question.ts";
import { type Answers, answersOf, recordedAnswer } from "../../record/answer.ts";
import { hiddenQuestions } from "../../record/conditions.ts";
import { formFields } from "../../record/form-fields.ts";
import { isComplete } from "../../record/is-complete.ts";
import type { ClientRecord } from "../../record/record.ts";

/** A record as a person reads it: under the titles of the client's interview. */
export type ReadableRecord = {
  sections: ReadableSection[];
  /** Entries that the interview no longer asks. */
  earlier: EarlierEntry[];
};

/** The client's interview, and all that this installation has ever asked, newest last. */
export type Interviews = { interview: Interview; interviews: Interview[] };

/** A stored entry, also as an answered question if it is known which question asked for it. */
export type EarlierEntry = { name: string; entry: Entry; question?: ReadableQuestion };

export type ReadableSection = { id: string; name: string; questions: ReadableQuestion[] };

export type ReadableQuestion = {
  id: string;
  kind: QuestionKind;
  title: string;
  prompt: string;
  /** Whether it counts as answered; a question that is not asked never does, whatever is stored for it. */
  isAnswered: boolean;
  /** Whether the conditions of the interview hold. */
  isAsked: boolean;
  isOptional: boolean;
  /** The fields of a form, filled in or not. */
  fields: FormField[];
  /** The prompt for the written remarks beside a form. */
  remarksPrompt?: string;
  answers: RecordedAnswer[];
};

/**
 * Everything in the record, in the order of the interview. `interviews`: all that this installation has ever asked,
 * newest last.
 */
export function readRecord(
  interview: Interview,
  record: ClientRecord,
  interviews: Interview[] = [],
): ReadableRecord {
  const given = answersOf(interview, record, "");
  const asked = entryPlaces(interview);
  const hidden = hiddenQuestions(interview, record);
  const read = (question: Question) => {
    const isAsked = !hidden.has(question.id);
    return readQuestion(question, given, { isAsked, isAnswered: isAsked && isComplete(question, record) });
  };
  return {
    sections: interview.sections
      .map((section) => ({ id: section.id, name: section.name, questions: questionsIn(section).map(read) }))
      // a section with only statements has nothing to read
      .filter(({ questions }) => questions.length > 0),
    earlier: Object.entries(record)
      .filter(([name]) => !asked.has(name))
      .map(([name, entry]) => readEarlier(name, entry, interviews)),
  };
}

/** The interviews that are needed to read earlier entries as questions rather than by name only. */
export function interviewsOfEarlier(
  interview: Interview,
  record: ClientRecord,
  interviews: Interview[],
): Interview[] {
  const asked = entryPlaces(interview);
  const names = Object.keys(record).filter((name) => !asked.has(name));
  return [...new Set(names.flatMap((name) => lastToAsk(name, interviews) ?? []))];
}

function lastToAsk(name: string, interviews: Interview[]): Interview | undefined {
  return interviews.findLast((interview) => entryPlaces(interview).has(name));
}

function readEarlier(name: string, entry: Entry, interviews: Interview[]): EarlierEntry {
  const interview = lastToAsk(name, interviews);
  const place = interview && entryPlaces(interview).get(name);
  if (!place) return { name, entry };
  const read = readQuestion(place.question, answersOf(interview, { [name]: entry }, ""), {
    isAsked: false,
    isAnswered: true,
  });
  // remarks beside a form are a separate entry
  const isBesideForm = place.kind !== place.question.kind;
  return { name, entry, question: { ...read, fields: isBesideForm ? [] : read.fields } };
}

type Standing = Pick<ReadableQuestion, "isAsked" | "isAnswered">;

function readQuestion(question: Question, given: Answers, standing: Standing): ReadableQuestion {
  const { id, kind, title, prompt } = question;
  const remarksPrompt = remarksPromptOf(question);
  return {
    id,
    kind,
    title,
    prompt,
    ...standing,
    isOptional: question.need === "optional",
    fields: formFields(question, given.forms),
    ...(remarksPrompt !== undefined && { remarksPrompt }),
    answers: (given.written[id] ?? []).map(recordedAnswer),
  };
}
