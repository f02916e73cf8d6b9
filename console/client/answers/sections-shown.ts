import type { BriefQuestion, BriefSection } from "#contract/manage/answers/brief.ts";
import type { QuestionChange } from "#contract/manage/answers/read-markers.ts";
import { isUnread, type SectionReading } from "../reading/reading.ts";

export type ShownSection = {
  id: string;
  name: string;
  /** Counts of all questions in the section that expect an answer, whether shown or not. */
  answered: number;
  total: number;
  changed: number;
  questions: { question: BriefQuestion; change: QuestionChange | undefined }[];
};

/**
 * The sections with the unread changes of each question. With `isOnlyUnread`, only unread questions and their sections.
 */
export function sectionsShown(
  sections: readonly BriefSection[],
  reading: readonly SectionReading[],
  isOnlyUnread: boolean,
): ShownSection[] {
  const shown = sections.map(({ id, name, questions }) => {
    const read = reading.find((section) => section.id === id)?.questions ?? [];
    const changeAt = new Map(read.map(({ questionId, change }) => [questionId, change]));
    const expected = questions.filter(({ isAsked, isOptional }) => isAsked && !isOptional);
    return {
      id,
      name,
      answered: expected.filter(({ isAnswered }) => isAnswered).length,
      total: expected.length,
      changed: read.filter(isUnread).length,
      questions: questions
        .map((question) => ({ question, change: changeAt.get(question.id) }))
        .filter(({ change }) => !isOnlyUnread || change !== undefined),
    };
  });
  return isOnlyUnread ? shown.filter(({ questions }) => questions.length > 0) : shown;
}
