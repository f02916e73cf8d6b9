import type { RecordedAnswer } from "../../interview/kinds/recorded-answer.ts";
import type { FollowUp } from "../follow-ups.ts";

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
  const asked: BriefFollowUp[] = [];
  for (const { kind, managerName: askedBy, at, text } of followUp?.entries ?? []) {
    const last = asked.at(-1);
    if (kind === "asked-back")
      asked.push({ askedBy, askedAt: at, text: text ?? "", state: "open", answeredAt: null, replies: [] });
    else if (last?.state !== "open") continue;
    else if (kind === "taken-back") asked.pop();
    else if (kind === "answered") Object.assign(last, { state: "answered", answeredAt: at });
    else last.state = "settled";
  }
  return asked.map((each, place) => ({
    ...each,
    replies: each.state === "answered" ? repliesTo(each, asked[place + 1], answers) : [],
  }));
}

/** What was answered from then on, until more was asked; by the clocks of server and device. */
function repliesTo(
  { askedAt }: BriefFollowUp,
  next: BriefFollowUp | undefined,
  answers: RecordedAnswer[],
): string[] {
  const from = Date.parse(askedAt);
  const to = next ? Date.parse(next.askedAt) : Number.POSITIVE_INFINITY;
  const isReply = ({ timestamp }: RecordedAnswer) => {
    const at = Date.parse(timestamp);
    return at >= from && at < to;
  };
  return answers.filter(isReply).map(({ id }) => id);
}

/** Null where nothing is approved, or it has changed since. */
export function briefApproval(followUp: FollowUp | null): BriefApproval | null {
  if (followUp?.state !== "approved") return null;
  const approved = followUp.entries.findLast(({ kind }) => kind === "approved");
  return approved ? { by: approved.managerName, at: approved.at } : null;
}
