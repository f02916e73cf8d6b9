import { isoOf } from "#contract/instants.ts";
import type { Interview } from "#contract/interview/interview.ts";
import { contentMark, type FollowUp, type FollowUpEntry } from "#contract/manage/follow-ups.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import type { StoredFollowUp, StoredFollowUpEntry } from "../storage/follow-ups/follow-ups.ts";
import type { Storage } from "../storage/storage.ts";

export type FollowUpSources = { storage: Pick<Storage, "followUps" | "records">; interview: Interview };

/** The current follow-ups of a client's questions. */
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
