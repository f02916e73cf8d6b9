import type { ShowIf, ShowTest } from "../condition.ts";
import { type Interview, questionsIn, type Section } from "../interview.ts";
import { OTHER_OPTION } from "../kinds/choice.ts";
import { NONE } from "../kinds/none.ts";
import { OTHER_TOOL } from "../kinds/tool-selection.ts";
import { isCounted, isQuestion, type Question, type QuestionKind, type QuestionOf } from "../question.ts";

/** A problem in an interview, and where. `reason` is for programs. */
export type InterviewFault = { place: (string | number)[]; error: string; reason: FaultReason };
export type FaultReason = "repeated" | "condition-question" | "condition-value" | "nothing-asked";
type Place = InterviewFault["place"];

/** The values that a condition can compare with the answer to a question of each kind. */
const comparable = {
  "free-answer": () => [],
  "business-profile": (profile) =>
    (["employees", "locations", "revenue"] as const).flatMap((field) =>
      profile[field].options.map(({ value }) => `${field}:${value}`),
    ),
  "tool-picker": ({ tools }) => [...tools.map(({ value }) => value), OTHER_TOOL, NONE],
  website: () => [NONE],
  "short-text": () => [],
  choice: ({ options, hasOther }) => [
    ...options.map(({ value }) => value),
    ...(hasOther ? [OTHER_OPTION] : []),
  ],
  "yes-no": () => ["yes", "no"],
  scale: ({ min, max }) => Array.from({ length: max - min + 1 }, (_, place) => String(min + place)),
  date: () => [],
} satisfies { [Kind in QuestionKind]: (question: QuestionOf<Kind>) => string[] };

/**
 * The values that a condition on this question can name; empty if it can only test whether the question is answered.
 */
export function comparableValues(question: Question): string[] {
  return (comparable[question.kind] as (question: Question) => string[])(question);
}

/** Conditions that cannot work as intended, and an interview in which every question is conditional or optional. */
export function conditionFaults({ sections }: Pick<Interview, "sections">): InterviewFault[] {
  const earlier = new Map<string, Question>();
  const faults = sections.flatMap((section, at) => {
    const ofSection = testFaults(section.showIf, ["sections", at], earlier);
    const ofQuestions = section.questions.flatMap((question, below) => {
      const found = testFaults(question.showIf, ["sections", at, "questions", below], earlier);
      if (isQuestion(question)) earlier.set(question.id, question);
      return found;
    });
    return [...ofSection, ...ofQuestions];
  });
  if (sections.length === 0 || sections.some(asksAlways)) return faults;
  const error =
    "At least one question has to be asked of every client: neither optional nor under a condition";
  return [...faults, { place: ["sections"], error, reason: "nothing-asked" }];
}

/** Whether the section counts for every client, so that the total is never 0. */
function asksAlways(section: Section): boolean {
  const counted = questionsIn(section).filter(isCounted);
  return !section.showIf && counted.some(({ showIf }) => !showIf);
}

function testFaults(
  showIf: ShowIf | undefined,
  place: Place,
  earlier: Map<string, Question>,
): InterviewFault[] {
  return (showIf?.tests ?? []).flatMap((test, at) => {
    const tested = earlier.get(test.question);
    const here = [...place, "showIf", "tests", at];
    if (tested) return valueFaults(test, tested, [...here, "value"]);
    const error = `No earlier question has this id: ${test.question}`;
    return [{ place: [...here, "question"], error, reason: "condition-question" }];
  });
}

function valueFaults(test: ShowTest, tested: Question, place: Place): InterviewFault[] {
  if (test.is === "answered") return [];
  const values = comparableValues(tested);
  if (values.includes(test.value)) return [];
  const error =
    values.length === 0
      ? `Only "is: answered" can be asked of a question of this kind: ${tested.id}`
      : `The question ${tested.id} has no such value. It has: ${values.slice(0, NAMED_MAX).join(", ")}${values.length > NAMED_MAX ? ", ..." : ""}`;
  return [{ place, error, reason: "condition-value" }];
}

/** The most values that an error lists. */
const NAMED_MAX = 20;
