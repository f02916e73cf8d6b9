import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SUBMISSIONS_PER_HOUR } from "#contract/limits.ts";
import { OPERATOR } from "../../server/managers/actor.ts";
import { webhookEgressPolicy } from "../../server/outgoing/egress-policy.ts";
import type { Storage } from "../../server/storage/storage.ts";
import { listDeliveries } from "../../server/webhooks/delivery-log.ts";
import { addWebhook } from "../../server/webhooks/manage-webhooks.ts";
import { written } from "../support/data/written.ts";
import { randomOf, recordFigure, seed, tellSeed, trials } from "../support/faults/faults.ts";
import { type WebhookReceiver, webhookReceiver } from "../support/peers/webhook-receiver.ts";
import { type ServerClient, type ServerProcess, serverProcess } from "../support/service/server-process.ts";

/** From the submit to the end of the delivery: up to a second until the queue is checked, plus the receiver's time. */
const KILLED_WITHIN_MS = 1_600;
const ANSWERED_WITHIN_MS = 400;
const STOP_LIMIT_MS = 8_000;
const TRIALS = trials(1, 100);

let server: ServerProcess;
let clients: ServerClient[];
let receiver: WebhookReceiver;
let webhookId: string;
beforeEach(async (context) => {
  tellSeed(context);
  receiver = await webhookReceiver();
  server = await serverProcess({ FIRSTHAND_WEBHOOKS_PRIVATE: "1" });
  await server.start();
  // no more submissions of one client are announced
  clients = await server.signIn(Math.ceil(TRIALS / SUBMISSIONS_PER_HOUR));
  const reach = webhookEgressPolicy("all");
  const webhook = await server.withStorage((storage) =>
    addWebhook(
      { storage, reach, actor: { actor: OPERATOR, at: Date.now() } },
      { address: receiver.url, kinds: ["record.submitted"] },
    ),
  );
  receiver.trust(webhook.secret);
  ({ webhookId } = webhook);
});
afterEach(async () => {
  await server.close();
  await receiver.close();
});

test(
  "kill -9 of the server around a delivery: each submission is announced at least once, always with the same id",
  async () => {
    const random = randomOf(seed);
    const lost: string[] = [];
    for (let trial = 0; trial < TRIALS; trial++) {
      const before = receiver.received.length;
      receiver.answerWith(() => ({ afterMs: random() * ANSWERED_WITHIN_MS }));
      const client = clients[Math.floor(trial / SUBMISSIONS_PER_HOUR)];
      const revision = await submit(`submission ${trial}`, client);
      // makes sure that the only round of the short run is in the middle of the delivery
      if (TRIALS === 1)
        await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 10_000 });
      else await setTimeout(random() * KILLED_WITHIN_MS);
      await server.stop("SIGKILL");
      await server.start();
      const messageId = await server.withStorage(newestDelivered);
      const own = receiver.received.slice(before).filter(({ data }) => data.revision === revision);
      if (own.length === 0 || own.some(({ id }) => id !== messageId)) lost.push(`${trial}: ${messageId}`);
    }
    const damage = server.damage();
    recordFigure({
      promise: "P44",
      fault: "kill -9 of the server around a webhook's delivery",
      trials: TRIALS,
      losses: lost.length,
      note: `${receiver.received.length - TRIALS} of them sent twice`,
    });
    expect({ lost, damage, problems: receiver.problems }).toEqual({ lost: [], damage: [], problems: [] });
  },
  trials(60_000, 1_200_000),
);

test("a server stopped while a receiver hangs ends in time, and the next one continues", async () => {
  receiver.answerWith((nth) => ({ hangs: nth === 1 }));
  await submit("a submission");
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 10_000 });
  const { code, ms } = await server.stop("SIGTERM");
  expect(code).toBe(0);
  expect(ms).toBeLessThan(STOP_LIMIT_MS);
  await server.start();
  const messageId = await server.withStorage(newestDelivered);
  expect(receiver.ids()).toEqual([messageId, messageId]);
}, 60_000);

async function submit(content: string, client = clients[0]): Promise<number> {
  const response = await fetch(`${server.url}/v1/onboarding`, {
    method: "PUT",
    headers: { authorization: `Bearer ${client?.token}`, "content-type": "application/json" },
    body: JSON.stringify({ data: written(content), submit: true }),
  });
  const { data } = (await response.json()) as { data: { revision: number } };
  return data.revision;
}

/** The id of the newest message once it is delivered. */
async function newestDelivered(storage: Storage): Promise<string | undefined> {
  return vi.waitFor(
    async () => {
      const [line] = (await listDeliveries(storage, webhookId)).deliveries;
      expect(line?.state).toBe("delivered");
      return line?.messageId;
    },
    { timeout: 10_000, interval: 20 },
  );
}
