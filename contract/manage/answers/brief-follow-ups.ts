import type { RecordedAnswer } from "../../interview/kinds/recorded-answer.ts";
import type { FollowUp, FollowUpEntry } from "../follow-ups.ts";

/** A manager's follow-up to a question, and the client's reply. Instants are ISO 8601. */
export type BriefFollowUp = {
  /** Null if the account no longer exists. */
  askedBy: string | null;
  askedAt: string;
  text: string;
  /** `settled`: approved without a reply. */
  state: "open" | "answered" | "settled";
  answeredAt: string | null;
  /** Ids of the answers that reply; empty if the client changed existing answers instead. */
  replies: string[];
};

/** Who approved the current content; it ends when the content changes. */
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

/** A follow-up, and what ended it; undefined while the client has not answered. */
export type FollowUpPair = { asked: FollowUpEntry; end: FollowUpEntry | undefined };

/** The follow-ups of a question, oldest first. */
export function roundsOf(entries: readonly FollowUpEntry[]): FollowUpPair[] {
  const rounds: FollowUpPair[] = [];
  for (const entry of entries) {
    const last = rounds.at(-1);
    if (entry.kind === "asked-back") rounds.push({ asked: entry, end: undefined });
    else if (last) last.end ??= entry;
  }
  return rounds;
}

/** The answers that reply to each of these follow-ups. Other answers are left out. */
export function repliesIn<Answer extends RecordedAnswer>(
  rounds: readonly FollowUpPair[],
  answers: readonly Answer[],
): Map<FollowUpPair, Answer[]> {
  const answered = rounds.filter(({ end }) => end?.kind === "answered");
  const replies = new Map<FollowUpPair, Answer[]>();
  for (const answer of answers) {
    const round = answered.findLast((each) => isReply(answer, each));
    if (round) replies.set(round, [...(replies.get(round) ?? []), answer]);
  }
  return replies;
}

/**
 * Compares with the answers that the server had before; if those were not recorded, compares the clocks of server and
 * device.
 */
function isReply({ id, timestamp }: RecordedAnswer, { asked, end }: FollowUpPair): boolean {
  if (end?.earlier) return !end.earlier.includes(id);
  return Date.parse(timestamp) >= Date.parse(asked.at);
}

/** Null if nothing is approved, or it has changed since. */
export function briefApproval(followUp: FollowUp | null): BriefApproval | null {
  if (followUp?.state !== "approved") return null;
  const approved = followUp.entries.findLast(({ kind }) => kind === "approved");
  return approved ? { by: approved.managerName, at: approved.at } : null;
}
