import { type BriefSection, isFilled } from "#contract/manage/answers/brief.ts";
import type { QuestionChange } from "#contract/manage/answers/read-markers.ts";
import type { ReadableSection } from "#contract/manage/answers/read-record.ts";
import type { FollowUp } from "#contract/manage/follow-ups.ts";

/** What a manager still has to do at one question. */
export type QuestionReading = {
  questionId: string;
  title: string;
  isAnswered: boolean;
  isApproved: boolean;
  isWaiting: boolean;
  /** What changed since the last visit, until the reader has approved the question. */
  change: QuestionChange | undefined;
};
export type SectionReading = { id: string; name: string; questions: QuestionReading[] };

type Sources = {
  sections: readonly BriefSection[];
  followUps: readonly FollowUp[];
  changes: readonly QuestionChange[];
  /** The manager who reads. */
  managerId: string;
};

/** What the manager still has to do, by section. */
export function readingOf({ sections, followUps, changes, managerId }: Sources): SectionReading[] {
  const followUpAt = new Map(followUps.map((followUp) => [followUp.question, followUp]));
  const changeAt = new Map(changes.map((change) => [change.questionId, change]));
  return sections.map(({ id, name, questions }) => ({
    id,
    name,
    questions: questions.map(({ id: questionId, title, isAnswered }) => {
      const followUp = followUpAt.get(questionId);
      const isApproved = followUp?.state === "approved";
      // a manager who approved an answer has read it
      const isOwnApproval = isApproved && followUp.entries.at(-1)?.managerId === managerId;
      return {
        questionId,
        title,
        isAnswered,
        isApproved,
        isWaiting: followUp?.state === "asked-back",
        change: isOwnApproval ? undefined : changeAt.get(questionId),
      };
    }),
  }));
}

/** Leaves out answers that this manager entered for the client, which they need not read. */
export function withoutOwnAnswers(
  changes: readonly QuestionChange[],
  sections: readonly ReadableSection[],
  managerName: string,
): QuestionChange[] {
  const questions = sections.flatMap((section) => section.questions);
  return changes.flatMap((change) => {
    const question = questions.find(({ id }) => id === change.questionId);
    const own = new Set(question?.answers.filter(({ by }) => by?.name === managerName).map(({ id }) => id));
    if (!question || own.size === 0) return [change];
    const answers = new Map([...change.answers].filter(([id]) => !own.has(id)));
    const isNewByOthers = question.answers.length > own.size || question.fields.some(isFilled);
    // without answer IDs, the author of a change is unknown
    const isLeft =
      change.kind === "new"
        ? isNewByOthers
        : answers.size > 0 || change.goneAnswers > 0 || change.answers.size === 0;
    return isLeft ? [{ ...change, answers }] : [];
  });
}

export function questionsIn(sections: readonly SectionReading[]): QuestionReading[] {
  return sections.flatMap(({ questions }) => questions);
}

export function isUnread({ change }: QuestionReading): boolean {
  return change !== undefined;
}

/** Whether the question is answered, and neither approved nor waiting for the client. */
export function isToApprove({ isAnswered, isApproved, isWaiting }: QuestionReading): boolean {
  return isAnswered && !isApproved && !isWaiting;
}

/** Whether approving all read answers includes this question. */
export function isReadToApprove(question: QuestionReading): boolean {
  return isToApprove(question) && !isUnread(question);
}

/**
 * The next unread question after `current`, continuing from the top after the last. If nothing is unread, as at a first
 * visit, it is the next question to approve.
 */
export function nextToRead(
  questions: readonly QuestionReading[],
  current: string | undefined,
): string | undefined {
  const place = questions.findIndex(({ questionId }) => questionId === current);
  const isNext = questions.some(isUnread) ? isUnread : isToApprove;
  const next = questions.slice(place + 1).find(isNext) ?? questions.find(isNext);
  return next?.questionId;
}
