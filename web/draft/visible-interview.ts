import type { Interview } from "#contract/interview/interview.ts";
import { isBlank } from "#contract/text.ts";
import { type Draft, editOf } from "./draft.ts";
import type { DraftState } from "./draft-store.ts";

/**
 * Ids of the questions that the client does not see: their conditions do not hold, and they have no open text. Open
 * text keeps a question visible, because another device may hide the question while the client is typing.
 */
export function unseenQuestions({ draft, completion }: Pick<DraftState, "draft" | "completion">): string[] {
  return completion.notAsked.filter((id) => !hasOpenText(draft, id));
}

function hasOpenText(draft: Draft, questionId: string): boolean {
  const answers = draft.answers.written[questionId] ?? [];
  return !isBlank(draft.boxes[questionId] ?? "") || answers.some(({ id }) => editOf(draft, id) !== undefined);
}

/** The interview without these questions, and without sections that become empty. */
export function withoutQuestions(interview: Interview, ids: readonly string[]): Interview {
  if (ids.length === 0) return interview;
  const sections = interview.sections.map((section) => ({
    ...section,
    questions: section.questions.filter(({ id }) => !ids.includes(id)),
  }));
  return { ...interview, sections: sections.filter(({ questions }) => questions.length > 0) };
}
