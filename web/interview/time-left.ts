import type { Interview } from "#contract/interview/interview.ts";

/**
 * How long the open questions take: the minutes of each section times the share of its questions that are open. In whole
 * minutes, at least 1 while a question is open, and 0 once none is.
 */
export function minutesLeft({ sections }: Interview, completeQuestions: string[]): number {
  const left = sections.reduce((sum, { minutes, questions }) => {
    const open = questions.filter(({ id }) => !completeQuestions.includes(id));
    return sum + (minutes * open.length) / questions.length;
  }, 0);
  return left === 0 ? 0 : Math.max(1, Math.round(left));
}
