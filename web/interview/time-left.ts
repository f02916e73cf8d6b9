import { type Interview, questionsIn } from "#contract/interview/interview.ts";
import { isCounted } from "#contract/interview/question.ts";

/** From this many minutes on, the time is shown in steps of five, like the minutes on the access screen. */
const ROUND_FROM = 10;

/**
 * Minutes for the open questions: the minutes of each section times the share of its questions that are open. At least
 * 1 while a question is open, and 0 after that.
 */
export function minutesLeft({ sections }: Interview, openQuestions: string[]): number {
  const left = sections.reduce((sum, section) => {
    const { minutes } = section;
    const questions = questionsIn(section);
    const open = questions.filter(({ id }) => openQuestions.includes(id));
    // a section with only optional questions has nothing open
    return sum + (minutes * open.length) / Math.max(questions.filter(isCounted).length, 1);
  }, 0);
  if (left === 0) return 0;
  return left < ROUND_FROM ? Math.max(1, Math.round(left)) : Math.round(left / 5) * 5;
}
