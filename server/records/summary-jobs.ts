import { setImmediate } from "node:timers/promises";
import * as z from "zod";
import type { InterviewBook } from "../interviews/interview-book.ts";
import type { JobKind } from "../jobs/try-job.ts";
import { SUMMARIZE_JOB } from "../storage/interviews/queue-summaries.ts";
import type { NewSummary, SummarizedRecord } from "../storage/records/summaries.ts";
import type { Storage } from "../storage/storage.ts";
import { summarizeRecord } from "./save-record.ts";

export type SummaryJobOptions = {
  storage: Pick<Storage, "interviews" | "jobs" | "records">;
  book: Pick<InterviewBook, "of" | "refresh">;
};

const payloadSchema = z.object({
  interviewId: z.string(),
  clientId: z.optional(z.string()),
  before: z.optional(z.coerce.number()),
});
/** Small batches, so that no save waits long. */
const AT_ONCE = 20;

/** The job after a new version is published, or a client gets another interview: updates the summaries in lists. */
export function summaryJobs({ storage, book }: SummaryJobOptions): JobKind[] {
  async function summaryOf({
    clientId,
    revision,
    interview,
    record,
  }: SummarizedRecord): Promise<NewSummary[]> {
    if (!record) return [];
    const { asked } = await book.of(interview);
    const { record: _record, missing: _missing, ...summary } = summarizeRecord(asked, record);
    return [{ clientId, revision, summary }];
  }

  return [
    {
      kind: SUMMARIZE_JOB,
      async run(job, signal) {
        const { interviewId, clientId, before } = payloadSchema.parse(job.payload);
        await book.refresh();
        let isMoving = before !== undefined;
        let after = "";
        while (!signal.aborted) {
          // lets requests run between batches
          await setImmediate();
          if (isMoving && before !== undefined) {
            isMoving = (await storage.interviews.askSubmitted({ interviewId, before, limit: AT_ONCE })) > 0;
            continue;
          }
          const records = await storage.records.listSummarized({
            interviewId,
            clientId,
            after,
            limit: AT_ONCE,
          });
          const last = records.at(-1);
          if (!last) {
            await storage.jobs.drop(job);
            return { kind: "ended" };
          }
          const summaries = await Promise.all(records.map(summaryOf));
          await storage.records.putSummaries(summaries.flat());
          after = last.clientId;
        }
        return { kind: "again", reason: "the server stops" };
      },
      giveUp: async (job) => void (await storage.jobs.drop(job)),
    },
  ];
}
