/** What was answered last at an address, and the tag by which the server says that it still holds. */
export type TaggedAnswer = { tag: string; data: unknown };

const AT_MOST = 100;
/** In memory, since no browser may keep an answer on its disk; who was asked for longest ago goes first. */
const answers = new Map<string, TaggedAnswer>();

export function answerAt(address: string): TaggedAnswer | undefined {
  return answers.get(address);
}

export function keepAnswer(address: string, answer: TaggedAnswer): void {
  answers.delete(address);
  answers.set(address, answer);
  const [oldest] = answers.keys();
  if (answers.size > AT_MOST && oldest !== undefined) answers.delete(oldest);
}

/** When someone signs out. */
export function forgetAnswers(): void {
  answers.clear();
}
