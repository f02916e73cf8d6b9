import { entryPlaces, type Interview } from "../interview/interview.ts";
import type { Entry } from "../interview/kinds/kinds.ts";
import type { RecordedAnswer } from "../interview/kinds/recorded-answer.ts";
import type { ClientRecord } from "./record.ts";

/** A record before and after the client's change; `before` is undefined if nothing had been saved. */
export type RecordChange = { before: ClientRecord | undefined; after: ClientRecord };

/** The names of the entries for the question's form and its written answers. */
export function entriesOfQuestion(interview: Interview, questionId: string): string[] {
  const places = [...entryPlaces(interview).values()];
  return places.filter(({ question }) => question.id === questionId).map(({ name }) => name);
}

/**
 * Whether the change adds to the question's answer: an answer that is new or has other words, or a form field with a
 * new value. Deleting alone does not count.
 */
export function isAnsweredAgain(
  interview: Interview,
  questionId: string,
  { before = {}, after }: RecordChange,
): boolean {
  return entriesOfQuestion(interview, questionId).some((name) => saysMore(before[name], after[name]));
}

function saysMore(before: Entry | undefined, after: Entry | undefined): boolean {
  if (!after) return false;
  if ("responses" in after) {
    const known = new Set(before && "responses" in before ? before.responses.map(saidBy) : []);
    return after.responses.some((answer) => !known.has(saidBy(answer)));
  }
  const known = fieldsOf(before);
  return [...fieldsOf(after)].some(([name, value]) => !EMPTY.test(value) && value !== known.get(name));
}

/** Identifies an answer's words, whatever its time or source. */
function saidBy({ type, id, content }: RecordedAnswer): string {
  return JSON.stringify([type, id, content]);
}

/** The JSON of an empty field. */
const EMPTY = /^(?:"\s*"|\[\]|\{\})$/;

/** As JSON, so that lists and numbers can be compared too. */
function fieldsOf(entry: Entry | undefined): Map<string, string> {
  return new Map(Object.entries(entry ?? {}).map(([name, value]) => [name, JSON.stringify(value)]));
}
