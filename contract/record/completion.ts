import { type Interview, questionsIn, questionsOf, type Section } from "../interview/interview.ts";
import type { WrittenEntry } from "../interview/kinds/free-answer.ts";
import { isCounted, type Question, writtenEntryOf } from "../interview/question.ts";
import { hiddenQuestions } from "./conditions.ts";
import { isComplete } from "./is-complete.ts";
import type { ClientRecord } from "./record.ts";

/** How far a client is. Browser and server both compute it from the record with this function. */
export type Completion = {
  /** Counts only questions that are asked and not optional. */
  completed: number;
  /** At least 1. */
  total: number;
  /** Whole percent, rounded. */
  percent: number;
  /** Ids of the answered questions, optional ones too, in the order of the interview. */
  complete: string[];
  /** Ids of the counted questions without an answer, in the order of the interview. */
  open: string[];
  /** Ids of the questions that are not asked, in the order of the interview. Answers stored for them are kept. */
  notAsked: string[];
  sections: { id: string; completed: number; total: number }[];
};

export function completionOf(interview: Interview, record: ClientRecord): Completion {
  const hidden = hiddenQuestions(interview, record);
  const sections = interview.sections.map((section) => {
    const { id } = section;
    const asked = questionsIn(section).filter((question) => !hidden.has(question.id));
    const complete = asked.filter((question) => isComplete(question, record));
    const counted = asked.filter(isCounted);
    const open = counted.filter((question) => !complete.includes(question));
    const total = counted.length;
    return { id, complete: idsOf(complete), open: idsOf(open), completed: total - open.length, total };
  });
  const total = sections.reduce((sum, section) => sum + section.total, 0);
  const completed = sections.reduce((sum, section) => sum + section.completed, 0);
  return {
    completed,
    total,
    percent: Math.round((completed / total) * 100),
    complete: sections.flatMap((section) => section.complete),
    open: sections.flatMap((section) => section.open),
    notAsked: [...hidden],
    sections: sections.map(({ id, completed, total }) => ({ id, completed, total })),
  };
}

function idsOf(questions: Question[]): string[] {
  return questions.map(({ id }) => id);
}

/** The open questions that must be answered before submitting. */
export function requiredOpen(interview: Interview, { open }: Pick<Completion, "open">): Question[] {
  return questionsOf(interview).filter(({ id, need }) => need === "required" && open.includes(id));
}

/** The section of the first question, in order, that waits for an answer; undefined when all are complete. */
export function firstIncompleteSection(interview: Interview, record: ClientRecord): Section | undefined {
  const [first] = completionOf(interview, record).open;
  return interview.sections.find(({ questions }) => questions.some(({ id }) => id === first));
}

/**
 * The section that the client worked on last, as far as the record shows: the one with the newest answer, otherwise the
 * last one with a form filled in.
 */
export function lastSection(interview: Interview, record: ClientRecord): Section | undefined {
  let last: Section | undefined;
  let newest = Number.NEGATIVE_INFINITY;
  for (const section of interview.sections) {
    const timestamp = newestTimestamp(section, record);
    const isFilled = questionsIn(section).some((question) => isComplete(question, record));
    if (timestamp > newest || (newest === Number.NEGATIVE_INFINITY && isFilled)) last = section;
    newest = Math.max(newest, timestamp);
  }
  return last;
}

/** Epoch milliseconds. */
function newestTimestamp(section: Section, record: ClientRecord): number {
  const timestamps = questionsIn(section).flatMap((question) => {
    const entry = record[writtenEntryOf(question) ?? ""] as WrittenEntry | undefined;
    return entry?.responses.map((response) => Date.parse(response.timestamp)) ?? [];
  });
  return Math.max(...timestamps.filter(Number.isFinite), Number.NEGATIVE_INFINITY);
}
