import type { BriefAnswer } from "#contract/manage/answers/brief.ts";
import type { LinkKeyFacts } from "#contract/manage/clients.ts";
import type { FollowUpEntry } from "#contract/manage/follow-ups.ts";
import type { MailLine } from "#contract/manage/mail/mail.ts";

/** A follow-up with what came of it. */
export type FollowUpRound = {
  asked: FollowUpEntry;
  /** What settled it; undefined while it is with the client. */
  end: FollowUpEntry | undefined;
  /** The answers that were given to it; none where the client changed what was there. */
  replies: BriefAnswer[];
};
/** What was said at a question, in the order in which it is read. */
export type Exchange = { answers: BriefAnswer[]; rounds: FollowUpRound[] };

/** An answer that is younger than a follow-up which was answered is its reply; the time is that of the client's device. */
export function exchangeOf(answers: readonly BriefAnswer[], entries: readonly FollowUpEntry[]): Exchange {
  const rounds = roundsOf(entries);
  const answered = rounds.filter(({ end }) => end?.kind === "answered");
  const before: BriefAnswer[] = [];
  for (const answer of answers) {
    const round = answered.findLast(({ asked }) => Date.parse(answer.timestamp) > Date.parse(asked.at));
    (round?.replies ?? before).push(answer);
  }
  return { answers: before, rounds };
}

function roundsOf(entries: readonly FollowUpEntry[]): FollowUpRound[] {
  const rounds: FollowUpRound[] = [];
  for (const entry of entries) {
    const open = rounds.at(-1);
    if (entry.kind === "asked-back") rounds.push({ asked: entry, end: undefined, replies: [] });
    else if (open) open.end ??= entry;
  }
  return rounds;
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
