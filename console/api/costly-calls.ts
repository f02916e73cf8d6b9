import { LIVE_MS } from "./queries.ts";

/**
 * The pause before the next call is this many times as long as the last call took, so that large client lists are
 * counted less often.
 */
const PAUSE = 30;

export type TimedResult<Data> = { data: Data; tookMs: number };

/** A call whose cost grows with the number of clients. */
export async function measureCall<Data>(call: () => Promise<Data>): Promise<TimedResult<Data>> {
  const begun = performance.now();
  const data = await call();
  return { data, tookMs: performance.now() - begun };
}

/** The pause before the next call, in milliseconds. */
export function pauseAfter({ state }: { state: { data: TimedResult<unknown> | undefined } }): number {
  return Math.max(LIVE_MS, PAUSE * (state.data?.tookMs ?? 0));
}

export function withoutTime<Data>({ data }: TimedResult<Data>): Data {
  return data;
}
