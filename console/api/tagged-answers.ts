/** The last answer from an address, and its ETag. */
export type TaggedAnswer = { tag: string; data: unknown };

const AT_MOST = 100;
/** In memory only, because answers must not be stored on disk. The least recently used answer is dropped first. */
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

/** Called on sign-out. */
export function forgetAnswers(): void {
  answers.clear();
}
