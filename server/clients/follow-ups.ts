import type { OpenFollowUp } from "#contract/api/calls.ts";
import { isoOf } from "#contract/instants.ts";
import type { Interview } from "#contract/interview/interview.ts";
import type { ListedFollowUp } from "#contract/manage/follow-ups.ts";
import { readFollowUps } from "../records/read-follow-ups.ts";
import type { Calendar } from "../settings/calendar.ts";
import type { Storage } from "../storage/storage.ts";

/** The current follow-ups of a client's questions, each with the time at which it will be mailed to the client. */
export async function listFollowUps(
  { storage, interview }: { storage: Pick<Storage, "followUps" | "mail" | "records">; interview: Interview },
  mail: { isOn: boolean; calendar: Pick<Calendar, "nextOpen"> },
  clientId: string,
): Promise<ListedFollowUp[]> {
  const followUps = await readFollowUps({ storage, interview }, clientId);
  const waiting = mail.isOn ? await storage.mail.findFollowUps(clientId) : undefined;
  if (!waiting) return followUps.map((followUp) => ({ ...followUp, mailAt: null }));
  const { from, to, nextAt, askedBy, timeZone } = waiting;
  const mailAt = isoOf(askedBy === null ? mail.calendar.nextOpen(nextAt, timeZone) : nextAt);
  return followUps.map((followUp) => {
    const askedAt =
      followUp.state === "asked-back" ? Date.parse(followUp.entries.at(-1)?.at ?? "") : Number.NaN;
    return { ...followUp, mailAt: askedAt >= from && askedAt <= to ? mailAt : null };
  });
}

/** The open follow-ups in the form that the client's own app gets. */
export async function readOpenFollowUps(
  storage: Pick<Storage, "followUps">,
  clientId: string,
): Promise<OpenFollowUp[]> {
  const followUps = await storage.followUps.listOpen(clientId);
  return followUps.map(({ questionId, askedAt, ...followUp }) => ({
    ...followUp,
    question: questionId,
    askedAt: isoOf(askedAt),
  }));
}
