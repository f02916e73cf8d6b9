import type { OpenFollowUp } from "#contract/api/calls.ts";
import { isoOf } from "#contract/instants.ts";
import type { Interview } from "#contract/interview/interview.ts";
import {
  contentMark,
  type FollowUp,
  type FollowUpEntry,
  type ListedFollowUp,
} from "#contract/manage/follow-ups.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import type { Calendar } from "../settings/calendar.ts";
import type { StoredFollowUp, StoredFollowUpEntry } from "../storage/follow-ups/follow-ups.ts";
import type { Storage } from "../storage/storage.ts";

export type FollowUpSources = { storage: Pick<Storage, "followUps" | "records">; interview: Interview };

/** The follow-ups of a client's questions as they are now. */
export async function readFollowUps(
  { storage, interview }: FollowUpSources,
  clientId: string,
): Promise<FollowUp[]> {
  const followUps = await storage.followUps.list(clientId);
  const isApproved = followUps.some(({ approvedMark }) => approvedMark !== null);
  const stored = isApproved ? await storage.records.load(clientId) : undefined;
  return followUps.map((followUp) => ({
    question: followUp.questionId,
    state: stateOf(interview, followUp, stored?.record),
    entries: followUp.entries.map(toFollowUpEntryView),
  }));
}

/** The same, each with the time when it goes to the client by mail. */
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

/** What a client is asked, as the client's own app gets it. */
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

function stateOf(
  interview: Interview,
  { questionId, askedAt, approvedMark }: StoredFollowUp,
  record: ClientRecord | undefined,
): FollowUp["state"] {
  if (askedAt !== null) return "asked-back";
  if (approvedMark === null) return "none";
  return contentMark(interview, questionId, record) === approvedMark ? "approved" : "changed";
}

function toFollowUpEntryView({ at, ...entry }: StoredFollowUpEntry): FollowUpEntry {
  return { ...entry, at: isoOf(at) };
}
