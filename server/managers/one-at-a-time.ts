import { CatalogueError } from "../http/errors.ts";

/** Of one key; a page that is open in some tabs sends a few at once. */
const WAITING_MAX = 20;

/**
 * Runs one piece of work at a time for each key, in the order they came; others of the same key wait here, and not in a
 * queue that everybody shares, so that nobody fills that alone. Too many at once get an error with a time to retry.
 */
export function oneAtATime() {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>();
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (line.length > WAITING_MAX) throw new CatalogueError("SIGN_IN_BUSY", {}, { "retry-after": "1" });
    lines.set(key, line);
    line.length++;
    const mine = line.last.then(work);
    // the next in line waits for the end, whatever it was
    line.last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      line.length--;
      if (line.length === 0) lines.delete(key);
    }
  };
}
