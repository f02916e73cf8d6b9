import type { FastifyBaseLogger } from "fastify";
import { WEBHOOKS_MAX } from "#contract/manage/webhooks/webhooks.ts";
import type { InterviewBook } from "../interviews/interview-book.ts";
import type { TryNote } from "../jobs/try-job.ts";
import { createWorker, type Worker } from "../jobs/worker.ts";
import { webhookEgressPolicy } from "../outgoing/egress-policy.ts";
import type { Lookup } from "../outgoing/guarded-lookup.ts";
import type { Config } from "../settings/config.ts";
import type { Storage } from "../storage/storage.ts";
import { announceInactive } from "./announce-inactive.ts";
import { bodyComposer, type ComposeBody } from "./compose-body.ts";
import type { WebhookTransport } from "./send-message.ts";
import { webhookJobs } from "./webhook-jobs.ts";

export type Webhooks = {
  /** For messages sent at once, such as tests. */
  sending: WebhookTransport;
  /** A separate worker, so that slow receivers do not delay transcription. */
  worker: Worker;
  /** Queues messages about clients who have stalled since the last run. */
  announceInactive: () => Promise<void>;
};

type OpenWebhooksOptions = {
  config: Pick<Config, "providerName" | "publicUrl" | "webhookNetworks">;
  storage: Pick<Storage, "deliveries" | "jobs" | "records" | "takes" | "webhooks">;
  book: InterviewBook;
  lookup: Lookup;
  clock: () => number;
  isMailOn: () => boolean;
  /** A client without activity for this many days has stalled. */
  stalledDays: () => number;
  logger: FastifyBaseLogger;
  noteTry?: TryNote | undefined;
};

/** One for each webhook, so that a slow receiver delays no other, and one that writes messages. */
const JOBS_AT_ONCE = WEBHOOKS_MAX + 1;

export function openWebhooks({
  config,
  storage,
  book,
  lookup,
  clock,
  isMailOn,
  stalledDays,
  logger,
  noteTry,
}: OpenWebhooksOptions): Webhooks {
  const reach = webhookEgressPolicy(config.webhookNetworks);
  // read for each message, because the provider's name can change
  const compose: ComposeBody = (due) => {
    const { providerName, publicUrl } = config;
    return bodyComposer({ storage, book, providerName, publicUrl })(due);
  };
  const sending: WebhookTransport = { reach, lookup, clock, compose, random: Math.random };
  const kinds = webhookJobs({ ...sending, storage, isMailOn, logger });
  const worker = createWorker({ storage, kinds, atOnce: JOBS_AT_ONCE, clock, logger, noteTry });
  let lookedUntil: number | undefined;
  return {
    sending,
    worker,
    async announceInactive() {
      const look = await announceInactive({ storage, stalledDays: stalledDays(), lookedUntil }, clock());
      lookedUntil = look.lookedUntil;
      if (look.hasAnnounced) worker.wake();
    },
  };
}
