import type { Take } from "#contract/api/calls.ts";
import { isoOf } from "#contract/instants.ts";
import { interviewsOfEarlier } from "#contract/manage/answers/read-record.ts";
import type { ManagedRecord } from "#contract/manage/clients.ts";
import type { Definition } from "../interviews/definition.ts";
import type { InterviewBook } from "../interviews/interview-book.ts";
import type { Storage } from "../storage/storage.ts";
import type { AudioStore } from "../storage/takes/audio.ts";
import { toTakeView } from "../takes/describe-take.ts";

type RecordReading = {
  storage: Storage;
  audio: AudioStore;
  /** The interview that the client answers. */
  asked: Definition;
  book: Pick<InterviewBook, "everAsked">;
};

/** The record as the client's own app gets it, with the state of each recording. */
export async function readRecord(dependencies: RecordReading, clientId: string): Promise<ManagedRecord> {
  const { storage, asked, book } = dependencies;
  const stored = await storage.records.load(clientId);
  const names = (await storage.takes.list(clientId)).map(({ takeId }) => ({ clientId, takeId }));
  const takes = await Promise.all(names.map((name) => toTakeView(dependencies, name)));
  const record = stored?.record ?? {};
  return {
    revision: stored?.revision ?? 0,
    changedAt: isoOf(stored?.savedAt),
    submittedAt: isoOf(stored?.submittedAt),
    data: record,
    // a recording may have been deleted meanwhile
    takes: takes.filter((take): take is Take => take !== undefined),
    earlierInterviews: interviewsOfEarlier(asked.interview, record, book.everAsked(asked.language)),
  };
}
