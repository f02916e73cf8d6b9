/** A provider changes its keys and addresses now and then. */
const FRESH_MS = 3_600_000;

/** What `ask` answers, kept for an hour. Everyone who asks meanwhile shares the one question; a failure is not kept. */
export function createRenewed<Answer>(
  ask: () => Promise<Answer>,
  clock: () => number,
): () => Promise<Answer> {
  let known: { answer: Answer; since: number } | undefined;
  let asking: Promise<Answer> | undefined;

  async function renew(): Promise<Answer> {
    try {
      const answer = await ask();
      known = { answer, since: clock() };
      return answer;
    } finally {
      asking = undefined;
    }
  }

  return () => {
    if (known && clock() < known.since + FRESH_MS) return Promise.resolve(known.answer);
    asking ??= renew();
    return asking;
  };
}
