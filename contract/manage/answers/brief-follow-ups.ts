import type { RecordedAnswer } from "../../interview/kinds/recorded-answer.ts";
import type { FollowUp, FollowUpEntry } from "../follow-ups.ts";

/** What a manager asked further at a question, and what the client replied. Instants are ISO 8601. */
export type BriefFollowUp = {
  /** Null where the account is not known any more. */
  askedBy: string | null;
  askedAt: string;
  text: string;
  /** `settled`: the answer was approved as it was. */
  state: "open" | "answered" | "settled";
  answeredAt: string | null;
  /** Ids of the question's answers; none where the client replied by changing what was there. */
  replies: string[];
};

/** Who approved what is there, as long as it is still the same. */
export type BriefApproval = { by: string | null; at: string };

/** Oldest first, without those that were withdrawn. */
export function briefFollowUps(followUp: FollowUp | null, answers: RecordedAnswer[]): BriefFollowUp[] {
  const rounds = roundsOf(followUp?.entries ?? []);
  const replies = repliesIn(rounds, answers);
  return rounds
    .filter(({ end }) => end?.kind !== "taken-back")
    .map((round) => {
      const { asked, end } = round;
      const isAnswered = end?.kind === "answered";
      return {
        askedBy: asked.managerName,
        askedAt: asked.at,
        text: asked.text ?? "",
        state: isAnswered ? "answered" : end ? "settled" : "open",
        answeredAt: isAnswered ? end.at : null,
        replies: (replies.get(round) ?? []).map(({ id }) => id),
      };
    });
}

/** A follow-up, and what settled it; undefined while it is with the client. */
export type AskedRound = { asked: FollowUpEntry; end: FollowUpEntry | undefined };

/** What was asked at a question, oldest first. */
export function roundsOf(entries: readonly FollowUpEntry[]): AskedRound[] {
  const rounds: AskedRound[] = [];
  for (const entry of entries) {
    const last = rounds.at(-1);
    if (entry.kind === "asked-back") rounds.push({ asked: entry, end: undefined });
    else if (last) last.end ??= entry;
  }
  return rounds;
}

/** The answers that reply to each of these follow-ups. An answer that replies to none is not among them. */
export function repliesIn<Answer extends RecordedAnswer>(
  rounds: readonly AskedRound[],
  answers: readonly Answer[],
): Map<AskedRound, Answer[]> {
  const answered = rounds.filter(({ end }) => end?.kind === "answered");
  const replies = new Map<AskedRound, Answer[]>();
  for (const answer of answers) {
    const round = answered.findLast((each) => isReply(answer, each));
    if (round) replies.set(round, [...(replies.get(round) ?? []), answer]);
  }
  return replies;
}

/** By what the server had before. Where that was not noted, by the clocks of server and device. */
function isReply({ id, timestamp }: RecordedAnswer, { asked, end }: AskedRound): boolean {
  if (end?.earlier) return !end.earlier.includes(id);
  return Date.parse(timestamp) >= Date.parse(asked.at);
}

/** Null where nothing is approved, or it has changed since. */
export function briefApproval(followUp: FollowUp | null): BriefApproval | null {
  if (followUp?.state !== "approved") return null;
  const approved = followUp.entries.findLast(({ kind }) => kind === "approved");
  return approved ? { by: approved.managerName, at: approved.at } : null;
}
