import type { Interview } from "#contract/interview/interview.ts";
import { isBlank } from "#contract/text.ts";
import { type Draft, editOf } from "./draft.ts";
import type { DraftState } from "./draft-store.ts";

/**
 * Ids of the questions that a client does not see: their conditions do not hold, and no words wait there. Another device
 * may hide a question in the middle of a sentence.
 */
export function unseenQuestions({ draft, completion }: Pick<DraftState, "draft" | "completion">): string[] {
  return completion.notAsked.filter((id) => !hasOpenText(draft, id));
}

function hasOpenText(draft: Draft, questionId: string): boolean {
  const answers = draft.answers.written[questionId] ?? [];
  return !isBlank(draft.boxes[questionId] ?? "") || answers.some(({ id }) => editOf(draft, id) !== undefined);
}

/** The interview without those questions, and without the sections of which nothing is left. */
export function withoutQuestions(interview: Interview, ids: readonly string[]): Interview {
  if (ids.length === 0) return interview;
  const sections = interview.sections.map((section) => ({
    ...section,
    questions: section.questions.filter(({ id }) => !ids.includes(id)),
  }));
  return { ...interview, sections: sections.filter(({ questions }) => questions.length > 0) };
}
