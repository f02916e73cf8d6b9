import { lookup } from "node:dns";
import { vi } from "vitest";
import { type MessageKind, messageKinds } from "#contract/manage/webhooks/webhook-messages.ts";
import type { AddWebhookRequest, Delivery } from "#contract/manage/webhooks/webhooks.ts";
import { createWorker, type WorkerTimes } from "../../../server/jobs/worker.ts";
import { OPERATOR } from "../../../server/managers/actor.ts";
import { webhookEgressPolicy } from "../../../server/outgoing/egress-policy.ts";
import { bodyComposer } from "../../../server/webhooks/compose-body.ts";
import { listDeliveries } from "../../../server/webhooks/delivery-log.ts";
import { addWebhook, type WebhookContext } from "../../../server/webhooks/manage-webhooks.ts";
import type { WebhookTransport } from "../../../server/webhooks/send-message.ts";
import { webhookJobs } from "../../../server/webhooks/webhook-jobs.ts";
import { startService } from "./service.ts";

type AddedWebhook = Pick<AddWebhookRequest, "answers" | "format">;
type Options = Partial<WebhookTransport> & { times?: Partial<WorkerTimes>; isMailOn?: boolean };

export const allKinds = Object.keys(messageKinds) as MessageKind[];

/** The real service with a worker that delivers, as in `serve`; it may reach this machine. */
export async function webhookService({ times, isMailOn = true, ...more }: Options = {}) {
  const service = await startService();
  const { storage, book, app, time } = service;
  const clock = () => time.now;
  // the verification of a message compares its age with the machine's clock
  const machineClock = vi.spyOn(Date, "now").mockImplementation(clock);
  const sending: WebhookTransport = {
    reach: webhookEgressPolicy("all"),
    lookup,
    clock,
    compose: bodyComposer({ storage, book, providerName: "Acme", publicUrl: "https://interview.example" }),
    random: () => 0,
    ...more,
  };
  const newWorker = () =>
    createWorker({
      storage,
      kinds: webhookJobs({ ...sending, storage, isMailOn: () => isMailOn, logger: app.log }),
      atOnce: 21,
      clock,
      logger: app.log,
      times: { pollMs: 5, leaseMs: 30_000, finishMs: 50, ...times },
    });
  let worker = newWorker();
  worker.wake();
  const acting = (): WebhookContext => ({
    storage,
    reach: sending.reach,
    actor: { actor: OPERATOR, at: time.now },
  });
  const log = async (webhookId: string) => (await listDeliveries(storage, webhookId)).deliveries;

  return {
    ...service,
    sending,
    acting,
    /** Adds a webhook for the receiver at this address. */
    addWebhook: (address: string, kinds: MessageKind[] = allKinds, more: AddedWebhook = {}) =>
      addWebhook(acting(), { address, kinds, ...more }),
    log,
    /** Waits until the delivery log of a webhook looks like this. */
    logOnce: (webhookId: string, isSo: (deliveries: Delivery[]) => boolean): Promise<Delivery[]> =>
      vi.waitFor(
        async () => {
          const deliveries = await log(webhookId);
          if (!isSo(deliveries)) throw new Error(JSON.stringify(deliveries));
          return deliveries;
        },
        { timeout: 10_000, interval: 5 },
      ),
    /** Restarts the worker, as when the server restarts. */
    async restartWorker() {
      await worker.stop();
      await storage.jobs.release(time.now);
      worker = newWorker();
      worker.wake();
    },
    async close() {
      await worker.stop();
      await service.close();
      machineClock.mockRestore();
    },
  };
}

export type WebhookService = Awaited<ReturnType<typeof webhookService>>;
