import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Delivery, DeliveryPage, Webhook, WebhookSecret } from "#contract/manage/webhooks/webhooks.ts";
import { type ConsoleCaller, consoleCaller } from "../../support/data/console-caller.ts";
import { type WebhookReceiver, webhookReceiver } from "../../support/peers/webhook-receiver.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

/** That messages come to their receivers is tested in tests/api/webhooks.test.ts. */

let service: Service;
let admin: ConsoleCaller;
let receiver: WebhookReceiver;
beforeAll(async () => {
  service = await startService({ env: { FIRSTHAND_WEBHOOKS_PRIVATE: "1" } });
  admin = await consoleCaller(service, "administrator");
});
afterAll(() => service.close());
beforeEach(async () => {
  receiver = await webhookReceiver();
});
afterEach(() => receiver.close());

const add = () =>
  admin.send<WebhookSecret>("POST", "/webhooks", { address: receiver.url, kinds: ["record.submitted"] });
const list = async () => (await admin.read<{ webhooks: Webhook[] }>("/webhooks")).webhooks;

test("a webhook is added, changed, switched off and removed, and its secret is shown once", async () => {
  const { webhookId, secret } = await add();
  expect(secret).toMatch(/^whsec_/);
  expect(await list()).toMatchObject([{ webhookId, isOn: true, madeBy: admin.managerId }]);
  expect(JSON.stringify(await list())).not.toContain("whsec_");
  const changed = { kinds: ["record.saved", "client.created"], isOn: false };
  expect(await admin.send("PUT", `/webhooks/${webhookId}`, changed)).toMatchObject({
    ...changed,
    offCause: "by-hand",
  });
  const rotated = await admin.send<WebhookSecret>("POST", `/webhooks/${webhookId}/secret`);
  expect(rotated.secret).not.toBe(secret);
  await admin.send("DELETE", `/webhooks/${webhookId}`);
  expect(await list()).toEqual([]);
  await expectFailure(await admin.call("DELETE", `/webhooks/${webhookId}`), "NOT_FOUND");
});

test("a test message is sent at once, signed, and stands in the delivery log", async () => {
  const { webhookId, secret } = await add();
  receiver.trust(secret);
  const delivery = await admin.send<Delivery>("POST", `/webhooks/${webhookId}/test`);
  expect(delivery).toMatchObject({ kind: "webhook.test", state: "delivered", status: 204, attempts: 1 });
  expect(receiver.received).toMatchObject([{ id: delivery.messageId }]);
  const page = await admin.read<DeliveryPage>(`/webhooks/${webhookId}/deliveries`);
  expect(page).toEqual({ deliveries: [delivery], next: null });
  await admin.send("POST", `/webhooks/${webhookId}/deliveries/${delivery.messageId}`);
  expect(await admin.read(`/webhooks/${webhookId}/deliveries`)).toMatchObject({
    deliveries: [{ state: "waiting" }],
  });
  await admin.send("DELETE", `/webhooks/${webhookId}`);
});

test.each<[string, object]>([
  ["no address", { kinds: ["record.saved"] }],
  ["what is no address", { address: "hook", kinds: ["record.saved"] }],
  ["no kind", { address: "https://example.com/hook", kinds: [] }],
  ["a kind that there is not", { address: "https://example.com/hook", kinds: ["answer.typed"] }],
  ["a kind twice", { address: "https://example.com/hook", kinds: ["record.saved", "record.saved"] }],
  ["more than it takes", { address: "https://example.com/hook", kinds: ["record.saved"], secret: "x" }],
])("%s is refused, and nothing is stored", async (_, body) => {
  await expectFailure(await admin.call("POST", "/webhooks", body), "VALIDATION_ERROR");
  expect(await list()).toEqual([]);
});

test("a private address is refused where the operator has not allowed it", async () => {
  const there = await startService();
  const other = await consoleCaller(there, "administrator");
  const body = { address: "https://127.0.0.1/hook", kinds: ["record.saved"] };
  const { details } = await expectFailure(await other.call("POST", "/webhooks", body), "VALIDATION_ERROR");
  expect(details).toMatchObject([
    { path: "address", message: expect.stringContaining("private or reserved") },
  ]);
  await there.close();
});

test("a page that no answer named is refused", async () => {
  const { webhookId } = await add();
  const path = `/webhooks/${webhookId}/deliveries`;
  await expectFailure(await admin.call("GET", `${path}?from=x`), "VALIDATION_ERROR");
  await expectFailure(await admin.call("POST", `${path}/msg_x`), "NOT_FOUND");
});
