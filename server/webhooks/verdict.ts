import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#contract/instants.ts";
import { DELIVERY_WAIT_MAX_MS } from "#contract/manage/webhooks/webhooks.ts";
import { retryAfterMs } from "../outgoing/retry-after.ts";
import type { DeliveryResult } from "../storage/webhooks/deliveries.ts";
import type { Posted } from "./post.ts";

/** One try of a delivery, as it went. */
export type Try = {
  posted: Posted;
  /** This one included. */
  attempts: number;
  at: number;
  durationMs: number;
};

export type Verdict = {
  result: DeliveryResult;
  /** The receiver wants no more messages. */
  switchesOff: boolean;
};
/** The first lines of the schedule in the Standard Webhooks specification: eight tries within 32 hours. */
const WAITS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
];
/** A wait is longer by up to this share of it, so that what failed together is not tried again together. */
const JITTER = 0.2;

const GONE = 410;
/** Too many requests, and service unavailable: the next try waits for their `Retry-After`. */
const BUSY = [429, 503];

/** What a try has led to. `random` gives numbers from 0 up to 1. */
export function verdictOf(tried: Try, random: () => number): Verdict {
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

/** Null where it was tried often enough. */
function nextTryAt({ posted, attempts, at }: Try, random: () => number): number | null {
  const waitMs = WAITS_MS[attempts - 1];
  if (waitMs === undefined) return null;
  const isBusy = posted.kind === "answered" && BUSY.includes(posted.status);
  const askedMs = isBusy ? (retryAfterMs(posted.retryAfter, at) ?? 0) : 0;
  const jitteredMs = Math.round(waitMs * (1 + JITTER * random()));
  return at + Math.min(Math.max(jitteredMs, askedMs), DELIVERY_WAIT_MAX_MS);
}
