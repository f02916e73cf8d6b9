/** Providers change keys and addresses from time to time. */
const FRESH_MS = 3_600_000;

/** Caches the result of `ask` for an hour, with single flight. Failures are not cached. */
export function cacheForAnHour<Answer>(
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
