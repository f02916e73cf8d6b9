import { setImmediate } from "node:timers/promises";
import * as z from "zod";
import { contentMarkerOf } from "../clients/content-marker.ts";
import type { InterviewBook } from "../interviews/interview-book.ts";
import type { JobKind } from "../jobs/try-job.ts";
import { neededReminder } from "../mail/reminders/reminder-schedule.ts";
import { BULK_JOB } from "../storage/bulk/bulk.ts";
import type { ClientInterview } from "../storage/engine/client-interview.ts";
import type { Storage } from "../storage/storage.ts";

export type BulkJobContext = {
  storage: Pick<Storage, "bulk" | "deliveries">;
  book: Pick<InterviewBook, "known" | "refresh">;
  /** Whether a mail server is set. */
  isMailOn: () => boolean;
  /** Called after mails were queued. */
  wakeMail: () => void;
  /** Called after clients may have been erased, because their remaining data is still to be deleted. */
  endErasures: () => void;
  /** Epoch milliseconds. */
  clock: () => number;
};

const payloadSchema = z.object({ bulkId: z.string() });
/** A bulk action that keeps crashing the process pauses this long. */
const REST_MS = 3_600_000;

/** The job that carries out a bulk action in small batches. */
export function bulkJobs({
  storage,
  book,
  isMailOn,
  wakeMail,
  endErasures,
  clock,
}: BulkJobContext): JobKind[] {
  return [
    {
      kind: BULK_JOB,
      async run(job, signal) {
        const { bulkId } = payloadSchema.parse(job.payload);
        // a version published later on another server makes the job run again
        await book.refresh();
        while (!signal.aborted) {
          const step = {
            at: clock(),
            isMailOn: isMailOn(),
            markingOf: (interview: ClientInterview) => contentMarkerOf(book.known(interview).asked.interview),
            neededOf: (facts: Parameters<typeof neededReminder>[0]) => neededReminder(facts)?.kind,
          };
          if ((await storage.bulk.step(job, bulkId, step)) === "over") {
            wakeMail();
            endErasures();
            return { kind: "ended" };
          }
          // lets requests run between batches
          await setImmediate();
        }
        return { kind: "again", reason: "the server stops" };
      },
      giveUp: async (job) => void (await storage.deliveries.putOffJob(job, clock() + REST_MS)),
    },
  ];
}
