import { kindNamed } from "../interview/kinds/kinds.ts";
import type { Question } from "../interview/question.ts";
import type { ClientRecord } from "./record.ts";

/**
 * spec §4: a form is complete as soon as it has any data or is marked as not applying; a written question is complete
 * with its first answer.
 */
export function isComplete(question: Question, record: ClientRecord): boolean {
  const entry = record[question.entry];
  if (!entry) return false;
  if ("notApplicable" in entry && entry.notApplicable) return true;
  return kindNamed(question.kind).isComplete(entry, question);
}
