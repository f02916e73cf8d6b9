import type { ShowIf, ShowTest } from "../interview/condition.ts";
import { type Interview, questionsOf } from "../interview/interview.ts";
import { kindNamed } from "../interview/kinds/kinds.ts";
import type { Question } from "../interview/question.ts";
import { isComplete } from "./is-complete.ts";
import type { ClientRecord } from "./record.ts";

/** Which questions are asked, given a record. Browser and server both use only this module to decide. */

/** Cached, since every keystroke needs it and most interviews have no conditions. */
const conditional = new WeakMap<Interview, ReadonlySet<string>>();

/**
 * Ids of the questions whose conditions do not hold. One pass is enough, as conditions name earlier questions only. A
 * question that is not asked counts as unanswered, whatever is stored for it.
 */
export function hiddenQuestions(interview: Interview, record: ClientRecord): ReadonlySet<string> {
  const some = conditionalQuestions(interview);
  if (some.size === 0) return some;
  const questions = new Map(questionsOf(interview).map((question) => [question.id, question]));
  const hidden = new Set<string>();
  const isMet = (test: ShowTest): boolean => {
    const question = questions.get(test.question);
    const values = question && !hidden.has(question.id) ? valuesOf(question, record) : undefined;
    return holds(test, values) !== (test.not ?? false);
  };
  const isOpen = ({ showIf }: { showIf?: ShowIf | undefined }): boolean => {
    if (!showIf) return true;
    return showIf.match === "all" ? showIf.tests.every(isMet) : showIf.tests.some(isMet);
  };
  for (const section of interview.sections) {
    const isSectionOpen = isOpen(section);
    for (const question of section.questions)
      if (!isSectionOpen || !isOpen(question)) hidden.add(question.id);
  }
  return hidden;
}

/** Ids of the conditional questions: those with a condition, or in a section with one. */
export function conditionalQuestions(interview: Interview): ReadonlySet<string> {
  const known = conditional.get(interview);
  if (known) return known;
  const some = interview.sections.flatMap((section) =>
    section.questions.filter(({ showIf }) => section.showIf ?? showIf),
  );
  const ids = new Set(some.map(({ id }) => id));
  conditional.set(interview, ids);
  return ids;
}

/** The answer's values for comparing with conditions; undefined if there is no answer or the question doesn't apply. */
function valuesOf(question: Question, record: ClientRecord): string[] | undefined {
  const entry = record[question.entry];
  if (!entry || !isComplete(question, record)) return undefined;
  if ("notApplicable" in entry && entry.notApplicable) return undefined;
  if ("responses" in entry && entry.responses.every(({ reason }) => reason === "not-applicable"))
    return undefined;
  return kindNamed(question.kind).values(entry);
}

function holds(test: ShowTest, values: string[] | undefined): boolean {
  switch (test.is) {
    case "answered":
      return values !== undefined;
    case "equals":
      return values?.length === 1 && values[0] === test.value;
    case "includes":
      return values?.includes(test.value) ?? false;
  }
}
