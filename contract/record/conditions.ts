import type { ShowIf, ShowTest } from "../interview/condition.ts";
import { type Interview, questionsOf } from "../interview/interview.ts";
import { kindNamed } from "../interview/kinds/kinds.ts";
import type { Question } from "../interview/question.ts";
import { isComplete } from "./is-complete.ts";
import type { ClientRecord } from "./record.ts";

/** Which questions a record leaves asked. Nothing else decides it, in the browser and on the server. */

/** Most interviews have no condition, and every keystroke asks. */
const conditional = new WeakMap<Interview, ReadonlySet<string>>();

/**
 * Ids of the questions whose conditions do not hold. One pass is enough, as conditions name earlier questions only. A
 * question that is not asked reads as unanswered, whatever is stored for it.
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

/** Ids of the questions that may not be asked: those under a condition, and those in a section under one. */
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

/** What was answered there, as conditions compare it; undefined where nothing was, or the question doesn't apply. */
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
