import type { AskedBack } from "#contract/api/calls.ts";
import { isoOf } from "#contract/instants.ts";
import type { Interview } from "#contract/interview/interview.ts";
import { contentMark, type Thread, type ThreadEntry } from "#contract/manage/follow-ups.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import type { StoredThread, StoredThreadEntry } from "../storage/follow-ups/follow-ups.ts";
import type { Storage } from "../storage/storage.ts";

export type FollowUpSources = { storage: Pick<Storage, "followUps" | "records">; interview: Interview };

/** The threads of a client's questions as they are now. */
export async function readFollowUps(
  { storage, interview }: FollowUpSources,
  clientId: string,
): Promise<Thread[]> {
  const threads = await storage.followUps.list(clientId);
  const isApproved = threads.some(({ approvedMark }) => approvedMark !== null);
  const stored = isApproved ? await storage.records.load(clientId) : undefined;
  return threads.map((thread) => ({
    question: thread.questionId,
    state: stateOf(interview, thread, stored?.record),
    entries: thread.entries.map(toFollowUpEntryView),
  }));
}

/** What a client is asked, as the client's own app gets it. */
export async function readOpenFollowUps(
  storage: Pick<Storage, "followUps">,
  clientId: string,
): Promise<AskedBack[]> {
  const asks = await storage.followUps.listOpen(clientId);
  return asks.map(({ questionId, askedAt, ...ask }) => ({
    ...ask,
    question: questionId,
    askedAt: isoOf(askedAt),
  }));
}

function stateOf(
  interview: Interview,
  { questionId, askedAt, approvedMark }: StoredThread,
  record: ClientRecord | undefined,
): Thread["state"] {
  if (askedAt !== null) return "asked-back";
  if (approvedMark === null) return "none";
  return contentMark(interview, questionId, record) === approvedMark ? "approved" : "changed";
}

function toFollowUpEntryView({ at, ...entry }: StoredThreadEntry): ThreadEntry {
  return { ...entry, at: isoOf(at) };
}
