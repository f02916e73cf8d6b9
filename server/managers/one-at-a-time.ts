import { CatalogError } from "../http/errors.ts";

/** Per key. A page open in several tabs sends a few calls at once. */
const WAITING_MAX = 20;

/**
 * Runs the work for each key one at a time, in order of arrival. Calls for the same key wait here and not in the shared
 * queue, so that one key cannot fill that queue. Too many waiting calls get an error with a retry time.
 */
export function oneAtATime() {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>();
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (line.length > WAITING_MAX) throw new CatalogError("SIGN_IN_BUSY", {}, { "retry-after": "1" });
    lines.set(key, line);
    line.length++;
    const mine = line.last.then(work);
    // the next call waits for this one to end, whether it succeeds or fails
    line.last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      line.length--;
      if (line.length === 0) lines.delete(key);
    }
  };
}
