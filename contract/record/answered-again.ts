import { entryPlaces, type Interview } from "../interview/interview.ts";
import type { Entry } from "../interview/kinds/kinds.ts";
import type { RecordedAnswer } from "../interview/kinds/recorded-answer.ts";
import type { ClientRecord } from "./record.ts";

/** A record before and after a change of the client's; undefined where nothing was saved yet. */
export type RecordChange = { before: ClientRecord | undefined; after: ClientRecord };

/** Entry names: of the question's form, and of its written answers. */
export function entriesOfQuestion(interview: Interview, questionId: string): string[] {
  const places = [...entryPlaces(interview).values()];
  return places.filter(({ question }) => question.id === questionId).map(({ name }) => name);
}

/**
 * Whether the change says more at that question: an answer that is new or has other words, or a form filled in
 * otherwise. Deleting alone says nothing.
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

/** What an answer says, however and whenever it was said. */
function saidBy({ type, id, content }: RecordedAnswer): string {
  return JSON.stringify([type, id, content]);
}

/** A field as text that says nothing. */
const EMPTY = /^(?:"\s*"|\[\]|\{\})$/;

/** As text, so that lists and numbers compare too. */
function fieldsOf(entry: Entry | undefined): Map<string, string> {
  return new Map(Object.entries(entry ?? {}).map(([name, value]) => [name, JSON.stringify(value)]));
}
