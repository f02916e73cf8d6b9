import type { BriefAnswer } from "#contract/manage/answers/brief.ts";
import { type FollowUpPair, repliesIn, roundsOf } from "#contract/manage/answers/brief-follow-ups.ts";
import type { LinkKeyFacts } from "#contract/manage/clients.ts";
import type { FollowUpEntry } from "#contract/manage/follow-ups.ts";
import type { MailLine } from "#contract/manage/mail/mail.ts";

/** A follow-up and the answers that reply to it; no replies if the client edited an existing answer instead. */
export type FollowUpRound = FollowUpPair & { replies: BriefAnswer[] };
/** The answers and follow-ups of a question, in reading order. */
export type Exchange = { answers: BriefAnswer[]; rounds: FollowUpRound[] };

/** Groups replies by their follow-up. `answers` holds only those that reply to no follow-up. */
export function exchangeOf(answers: readonly BriefAnswer[], entries: readonly FollowUpEntry[]): Exchange {
  const rounds = roundsOf(entries);
  const replies = repliesIn(rounds, answers);
  const replying = new Set([...replies.values()].flat());
  return {
    answers: answers.filter((answer) => !replying.has(answer)),
    rounds: rounds.map((round) => ({ ...round, replies: replies.get(round) ?? [] })),
  };
}

/** Whether the follow-up was emailed, and whether the client opened its link; undefined if it was not emailed. */
export function deliveryOf(
  { at }: Pick<FollowUpEntry, "at">,
  mails: readonly MailLine[],
  links: readonly LinkKeyFacts[],
): "mailed" | "opened" | undefined {
  const isLater = (instant: string | null) => instant !== null && Date.parse(instant) >= Date.parse(at);
  const isMailed = mails.some(
    ({ kind, state, lastAt }) => kind === "follow-up" && state === "sent" && isLater(lastAt),
  );
  if (!isMailed) return undefined;
  const isOpened = links.some(
    ({ kind, createdAt, boundAt }) => kind === "mailed" && isLater(createdAt) && boundAt !== null,
  );
  return isOpened ? "opened" : "mailed";
}
