import { setImmediate } from "node:timers/promises";
import * as z from "zod";
import { markingOf } from "../clients/marking.ts";
import type { InterviewBook } from "../interviews/interview-book.ts";
import type { JobKind } from "../jobs/try-job.ts";
import { neededOf } from "../mail/reminder-schedule.ts";
import { DO_BULK } from "../storage/bulk/bulk.ts";
import type { ClientInterview } from "../storage/engine/client-interview.ts";
import type { Storage } from "../storage/storage.ts";

export type BulkWork = {
  storage: Pick<Storage, "bulk" | "deliveries">;
  book: Pick<InterviewBook, "known" | "refresh">;
  /** Whether there is a mail server. */
  isMailOn: () => boolean;
  /** Called after mails were put in. */
  wakeMail: () => void;
  /** Called after clients may have been erased: what is stored of them is still to be deleted. */
  endErasures: () => void;
  /** Epoch milliseconds. */
  clock: () => number;
};

const payloadSchema = z.object({ bulkId: z.string() });
/** An act that ends the process again and again rests. */
const REST_MS = 3_600_000;

/** The kind of job that does an act on many clients, a few at a time. */
export function bulkJobs({ storage, book, isMailOn, wakeMail, endErasures, clock }: BulkWork): JobKind[] {
  return [
    {
      kind: DO_BULK,
      async run(job, signal) {
        const { bulkId } = payloadSchema.parse(job.payload);
        // a version that is published later, at another server, makes the job run again
        await book.refresh();
        while (!signal.aborted) {
          const step = {
            at: clock(),
            isMailOn: isMailOn(),
            markingOf: (interview: ClientInterview) => markingOf(book.known(interview).asked.interview),
            neededOf: (facts: Parameters<typeof neededOf>[0]) => neededOf(facts)?.kind,
          };
          if ((await storage.bulk.step(job, bulkId, step)) === "over") {
            wakeMail();
            endErasures();
            return { kind: "ended" };
          }
          // requests come between
          await setImmediate();
        }
        return { kind: "again", reason: "the server stops" };
      },
      giveUp: async (job) => void (await storage.deliveries.putOffJob(job, clock() + REST_MS)),
    },
  ];
}
