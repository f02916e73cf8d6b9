import type { Interview, Section } from "../interview/interview.ts";
import type { WrittenEntry } from "../interview/kinds/free-answer.ts";
import { kindNamed } from "../interview/kinds/kinds.ts";
import { type Question, writtenEntryOf } from "../interview/question.ts";
import type { ClientRecord } from "./record.ts";

/** How far a client has come. Browser and server compute it with this function, from the record. */
export type Completion = {
  completed: number;
  total: number;
  /** Whole percent, rounded. */
  percent: number;
  /** Ids of the complete questions, in the order of the interview. */
  complete: string[];
  sections: { id: string; completed: number; total: number }[];
};

export function completionOf(interview: Interview, record: ClientRecord): Completion {
  const sections = interview.sections.map((section) => ({
    id: section.id,
    complete: section.questions
      .filter((question) => isComplete(question, record))
      .map((question) => question.id),
    total: section.questions.length,
  }));
  const complete = sections.flatMap((section) => section.complete);
  const total = sections.reduce((sum, section) => sum + section.total, 0);
  return {
    completed: complete.length,
    total,
    percent: Math.round((complete.length / total) * 100),
    complete,
    sections: sections.map((section) => ({ ...section, completed: section.complete.length })),
  };
}

/** spec §4: a form is complete as soon as any of its data exists, or it doesn't apply; a written question with its first answer. */
export function isComplete(question: Question, record: ClientRecord): boolean {
  const entry = record[question.entry];
  if (!entry) return false;
  if ("notApplicable" in entry && entry.notApplicable) return true;
  return kindNamed(question.kind).isComplete(entry);
}

/** The section of the first question, in order, that is not complete; none when all are. */
export function firstIncompleteSection(interview: Interview, record: ClientRecord): Section | undefined {
  return interview.sections.find((section) =>
    section.questions.some((question) => !isComplete(question, record)),
  );
}

/**
 * The section a client was last at work in, as far as the record tells: that of the newest answer, else the last one
 * with a form filled in.
 */
export function lastSection(interview: Interview, record: ClientRecord): Section | undefined {
  let last: Section | undefined;
  let newest = Number.NEGATIVE_INFINITY;
  for (const section of interview.sections) {
    const timestamp = newestTimestamp(section, record);
    const isFilled = section.questions.some((question) => isComplete(question, record));
    if (timestamp > newest || (newest === Number.NEGATIVE_INFINITY && isFilled)) last = section;
    newest = Math.max(newest, timestamp);
  }
  return last;
}

/** Epoch milliseconds. */
function newestTimestamp(section: Section, record: ClientRecord): number {
  const timestamps = section.questions.flatMap((question) => {
    const entry = record[writtenEntryOf(question) ?? ""] as WrittenEntry | undefined;
    return entry?.responses.map((response) => Date.parse(response.timestamp)) ?? [];
  });
  return Math.max(...timestamps.filter(Number.isFinite), Number.NEGATIVE_INFINITY);
}
