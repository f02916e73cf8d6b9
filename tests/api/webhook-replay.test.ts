import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type RawMessage, type WebhookReceiver, webhookReceiver } from "../support/peers/webhook-receiver.ts";
import { type WebhookService, webhookService } from "../support/service/webhook-service.ts";

/** How a receiver can recognize a message that an attacker repeats or forges (promise P44). */

let service: WebhookService;
let receiver: WebhookReceiver;
beforeEach(async () => {
  service = await webhookService();
  receiver = await webhookReceiver();
});
afterEach(async () => {
  await service.close();
  await receiver.close();
});

/** A delivered message, and the secret that its receiver verifies it with. */
async function delivered() {
  const { secret } = await service.addWebhook(receiver.url, ["client.created"]);
  receiver.trust(secret);
  await service.addClient("Rosa's Bakery");
  const message = await vi.waitFor(
    () => {
      const [first] = receiver.raw;
      if (!first) throw new Error("Nothing has come");
      return first;
    },
    { timeout: 10_000, interval: 5 },
  );
  const webhook = new Webhook(secret);
  return { message, verify: ({ body, headers }: RawMessage) => webhook.verify(body, headers) };
}

test.each([-6, 6])("a message replayed with a clock %d minutes off is refused", async (minutes) => {
  const { message, verify } = await delivered();
  expect(verify(message)).toMatchObject({ type: "client.created" });
  service.time.now += minutes * 60_000;
  expect(() => verify(message)).toThrow(/timestamp/i);
});

test("a message replayed within that time has its earlier id", async () => {
  const { message, verify } = await delivered();
  service.time.now += 60_000;
  expect(verify(message)).toMatchObject({ type: "client.created" });
  expect(message.headers["webhook-id"]).toBe(receiver.ids()[0]);
});

test.each<[string, (message: RawMessage) => RawMessage]>([
  [
    "id",
    ({ headers, body }) => ({ headers: { ...headers, "webhook-id": `${headers["webhook-id"]}x` }, body }),
  ],
  [
    "time",
    ({ headers, body }) => ({
      headers: { ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) + 1) },
      body,
    }),
  ],
  ["client", ({ headers, body }) => ({ headers, body: body.replace("Rosa", "Rita") })],
  ["white space", ({ headers, body }) => ({ headers, body: `${body} ` })],
  [
    "signature",
    ({ headers, body }) => ({
      headers: { ...headers, "webhook-signature": `v1,${btoa("x".repeat(32))}` },
      body,
    }),
  ],
])("a message with another %s is refused", async (_, changed) => {
  const { message, verify } = await delivered();
  const other = changed(message);
  expect(other).not.toEqual(message);
  expect(() => verify(other)).toThrow(/signature/i);
});
