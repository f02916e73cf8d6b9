import type { FastifyBaseLogger } from "fastify";
import * as z from "zod";
import type { JobKind, JobOutcome } from "../jobs/try-job.ts";
import type { TakenJob } from "../storage/outbox/jobs.ts";
import { DELIVER_WEBHOOK_JOB, NOTIFY_SAVED_JOB } from "../storage/outbox/webhook-outbox.ts";
import type { Storage } from "../storage/storage.ts";
import { sendMessage, type WebhookTransport } from "./send-message.ts";
import { verdictOf } from "./verdict.ts";

export type WebhookJobContext = WebhookTransport & {
  storage: Pick<Storage, "deliveries" | "webhooks">;
  /** Whether this installation currently sends mail. */
  isMailOn: () => boolean;
  logger: Pick<FastifyBaseLogger, "info" | "warn">;
};

const deliverPayload = z.object({ webhookId: z.string() });
const tellPayload = z.object({ clientId: z.string() });

/** Messages can be given up, but their job never is. A job that keeps crashing the process pauses this long. */
const REST_MS = 3_600_000;
const ENDED: JobOutcome = { kind: "ended" };

/** The two kinds of job that `storage/outbox/webhook-outbox.ts` queues. */
export function webhookJobs(work: WebhookJobContext): JobKind[] {
  const giveUp = async (job: TakenJob) =>
    void (await work.storage.deliveries.putOffJob(job, work.clock() + REST_MS));
  return [
    { kind: DELIVER_WEBHOOK_JOB, run: (job, signal) => deliverNext(work, job, signal), giveUp },
    { kind: NOTIFY_SAVED_JOB, run: (job) => tellSaved(work, job), giveUp },
  ];
}

/**
 * Sends one message. The webhook's job then waits for its next turn, so that a receiver gets its messages one by one,
 * in order as long as they succeed, and a slow receiver delays no other.
 */
async function deliverNext(work: WebhookJobContext, job: TakenJob, signal: AbortSignal): Promise<JobOutcome> {
  const { storage, clock, random, isMailOn, logger } = work;
  const { webhookId } = deliverPayload.parse(job.payload);
  const due = await storage.deliveries.next(webhookId, clock());
  if (!due) {
    await storage.deliveries.awaitTurn(job, webhookId);
    return ENDED;
  }
  const tried = await sendMessage(work, due, signal);
  if (signal.aborted && tried.posted.kind === "failed") return { kind: "again", reason: "the server stops" };
  const verdict = verdictOf(tried, random);
  const name = { messageId: due.messageId, webhookId };
  const isSettled = await storage.deliveries.settle(job, name, { ...verdict, isMailed: isMailOn() });
  const { state, attempts, status, cause } = verdict.result;
  const line = { ...name, state, attempts, status, cause };
  if (isSettled && state === "delivered") logger.info(line, "message delivered");
  if (isSettled && state !== "delivered") logger.warn(line, "message not delivered");
  return ENDED;
}

async function tellSaved({ storage, clock }: WebhookJobContext, job: TakenJob): Promise<JobOutcome> {
  const { clientId } = tellPayload.parse(job.payload);
  await storage.webhooks.announceSaved(job, { clientId, now: clock() });
  return ENDED;
}
