import type { BriefAnswer } from "#contract/manage/answers/brief.ts";
import { type AskedRound, repliesIn, roundsOf } from "#contract/manage/answers/brief-follow-ups.ts";
import type { LinkKeyFacts } from "#contract/manage/clients.ts";
import type { FollowUpEntry } from "#contract/manage/follow-ups.ts";
import type { MailLine } from "#contract/manage/mail/mail.ts";

/** A follow-up with the answers that were given to it: none where the client changed what was there. */
export type FollowUpRound = AskedRound & { replies: BriefAnswer[] };
/** What was said at a question, in the order in which it is read. */
export type Exchange = { answers: BriefAnswer[]; rounds: FollowUpRound[] };

/** Each reply stands below its follow-up, and before them what replies to none. */
export function exchangeOf(answers: readonly BriefAnswer[], entries: readonly FollowUpEntry[]): Exchange {
  const rounds = roundsOf(entries);
  const replies = repliesIn(rounds, answers);
  const replying = new Set([...replies.values()].flat());
  return {
    answers: answers.filter((answer) => !replying.has(answer)),
    rounds: rounds.map((round) => ({ ...round, replies: replies.get(round) ?? [] })),
  };
}

/** How far a follow-up has come by mail, as far as that is known. */
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
