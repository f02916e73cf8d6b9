import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#contract/instants.ts";
import { DELIVERY_WAIT_MAX_MS } from "#contract/manage/webhooks/webhooks.ts";
import { retryAfterMs } from "../outgoing/retry-after.ts";
import type { DeliveryResult } from "../storage/webhooks/deliveries.ts";
import type { PostResult } from "./post.ts";

/** The outcome of one delivery attempt. */
export type DeliveryAttempt = {
  posted: PostResult;
  /** Including this attempt. */
  attempts: number;
  at: number;
  durationMs: number;
};

export type DeliveryVerdict = {
  result: DeliveryResult;
  /** The receiver answered 410 and wants no more messages. */
  switchesOff: boolean;
};
/** The first steps of the schedule in the Standard Webhooks specification: eight attempts within 32 hours. */
const WAITS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
];
/** Random share added to each wait, so that deliveries that failed together are not retried together. */
const JITTER = 0.2;

const GONE = 410;
/** Too Many Requests and Service Unavailable: the next attempt respects their `Retry-After`. */
const BUSY = [429, 503];

/** The result of an attempt. `random` returns numbers from 0 to 1, excluding 1. */
export function verdictOf(tried: DeliveryAttempt, random: () => number): DeliveryVerdict {
  const { posted, attempts, at, durationMs } = tried;
  const status = posted.kind === "answered" ? posted.status : null;
  const isDelivered = status !== null && status >= 200 && status < 300;
  const isGone = status === GONE;
  const nextAt = isDelivered || isGone ? null : nextTryAt(tried, random);
  return {
    result: {
      state: isDelivered ? "delivered" : nextAt === null ? "given-up" : "waiting",
      attempts,
      nextAt,
      lastAt: at,
      status,
      cause: posted.kind === "failed" ? posted.cause : null,
      durationMs,
    },
    switchesOff: isGone,
  };
}

/** Null after the last attempt. */
function nextTryAt({ posted, attempts, at }: DeliveryAttempt, random: () => number): number | null {
  const waitMs = WAITS_MS[attempts - 1];
  if (waitMs === undefined) return null;
  const isBusy = posted.kind === "answered" && BUSY.includes(posted.status);
  const askedMs = isBusy ? (retryAfterMs(posted.retryAfter, at) ?? 0) : 0;
  const jitteredMs = Math.round(waitMs * (1 + JITTER * random()));
  return at + Math.min(Math.max(jitteredMs, askedMs), DELIVERY_WAIT_MAX_MS);
}
