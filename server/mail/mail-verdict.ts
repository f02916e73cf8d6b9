import { HOUR_MS, MINUTE_MS } from "#contract/instants.ts";
import type { MailResult } from "../storage/mail/mails.ts";
import type { SendMailResult } from "./send-mail.ts";

/** The outcome of one attempt to send a mail. */
export type MailTry = {
  sent: SendMailResult;
  /** Including this attempt. */
  attempts: number;
  at: number;
  isToClient: boolean;
};
/** Nine attempts within 26 hours, enough for a mail server that is down for a day. */
const WAITS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  20 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  10 * HOUR_MS,
];
/** Random share added to each wait, so that mails that failed together are not retried together. */
const JITTER = 0.2;

/** The result of an attempt. `random` returns numbers from 0 to 1, excluding 1. */
export function mailVerdict({ sent, attempts, at, isToClient }: MailTry, random: () => number): MailResult {
  switch (sent.kind) {
    case "accepted":
      return { state: "sent", nextAt: null, status: sent.status, cause: null, at };
    case "refused":
      return { state: "refused", nextAt: null, status: sent.status, cause: sent.cause, at };
    case "unknown":
      // for a client, one reminder too few is better than two; a manager must not miss the news
      if (isToClient) return { state: "unsure", nextAt: null, status: null, cause: sent.cause, at };
      return again({ status: null, cause: sent.cause, at }, { attempts, random });
    case "failed":
      return again({ status: sent.status, cause: sent.cause, at }, { attempts, random });
  }
}

function again(
  last: Pick<MailResult, "status" | "cause" | "at">,
  { attempts, random }: { attempts: number; random: () => number },
): MailResult {
  const waitMs = WAITS_MS[attempts - 1];
  if (waitMs === undefined) return { ...last, state: "given-up", nextAt: null };
  return { ...last, state: "waiting", nextAt: last.at + Math.round(waitMs * (1 + JITTER * random())) };
}
