import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Delivery, DeliveryPage, Webhook, WebhookSecret } from "#contract/manage/webhooks/webhooks.ts";
import { type ConsoleCaller, consoleCaller, PASSWORD } from "../../support/data/console-caller.ts";
import { turnOn } from "../../support/data/second-factor.ts";
import { type WebhookReceiver, webhookReceiver } from "../../support/peers/webhook-receiver.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

/** tests/api/webhooks.test.ts tests that messages reach their receivers. */

const SMTP = { FIRSTHAND_SMTP_URL: "smtp://127.0.0.1:9", FIRSTHAND_MAIL_FROM: "hello@acme.example" };

let service: Service;
let admin: ConsoleCaller;
let receiver: WebhookReceiver;
beforeAll(async () => {
  service = await startService({ env: { FIRSTHAND_WEBHOOKS_PRIVATE: "1", ...SMTP } });
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

test("a webhook is added, changed, turned off and removed, and its secret is shown once", async () => {
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

test("a test message is sent at once, signed, and is in the delivery log", async () => {
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
  [
    "a format that there is not",
    { address: "https://example.com/hook", kinds: ["record.saved"], format: "discord" },
  ],
  [
    "answers that there are not",
    { address: "https://example.com/hook", kinds: ["record.saved"], answers: "some" },
  ],
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

describe("a webhook that includes answers", () => {
  const kinds = ["record.submitted"];
  const including = { kinds, answers: "changed" };
  const proof = { password: PASSWORD };
  const notices = async () =>
    (await service.storage.mail.list({ scope: "all", limit: 100 })).filter(
      ({ kind, managerId }) => kind === "account-changed" && managerId === admin.managerId,
    );
  const isSaidOnPrivacyPage = async () =>
    (await (await service.call("GET", "/privacy")).text()).includes("progress and answers to other programs");

  test("requires the administrator's own password, and every administrator is mailed", async () => {
    const body = { address: receiver.url, ...including };
    await expectFailure(await admin.call("POST", "/webhooks", body), "VALIDATION_ERROR");
    await expectFailure(await admin.call("POST", "/webhooks", { ...body, password: "no" }), "WRONG_PASSWORD");
    expect(await list()).toEqual([]);
    expect(await notices()).toEqual([]);
    expect(await isSaidOnPrivacyPage()).toBe(false);
    const { webhookId } = await admin.send<WebhookSecret>("POST", "/webhooks", { ...body, ...proof });
    expect(await list()).toMatchObject([{ answers: "changed" }]);
    expect(await notices()).toMatchObject([{ askedBy: admin.managerId }]);
    expect(await isSaidOnPrivacyPage()).toBe(true);
    await admin.send("DELETE", `/webhooks/${webhookId}`);
    expect(await isSaidOnPrivacyPage()).toBe(false);
  });

  test("requires a code too, where a second factor is on", async () => {
    const careful = await consoleCaller(service, "administrator");
    const phone = await turnOn(service, careful);
    const body = { address: receiver.url, ...including, ...proof };
    await expectFailure(await careful.call("POST", "/webhooks", body), "VALIDATION_ERROR");
    const code = phone.next();
    const { webhookId } = await careful.send<WebhookSecret>("POST", "/webhooks", { ...body, code });
    await careful.send("DELETE", `/webhooks/${webhookId}`);
  });

  test("cannot be redirected, or get more answers or kinds, without that password", async () => {
    const body = { address: receiver.url, ...including, ...proof };
    const { webhookId } = await admin.send<WebhookSecret>("POST", "/webhooks", body);
    const path = `/webhooks/${webhookId}`;
    const before = (await notices()).length;
    for (const change of [
      { address: `${receiver.url}/elsewhere` },
      { answers: "all" },
      { kinds: [...kinds, "record.saved"] },
      { answers: "all", isOn: false },
    ])
      await expectFailure(await admin.call("PUT", path, change), "VALIDATION_ERROR");
    expect(await list()).toMatchObject([{ address: receiver.url, answers: "changed", kinds, isOn: true }]);
    expect(await notices()).toHaveLength(before);
    await admin.send("PUT", path, { answers: "all", ...proof });
    expect(await notices()).toHaveLength(before + 1);
    await admin.send("PUT", path, { isOn: false });
    await admin.send("PUT", path, { answers: "none", address: `${receiver.url}/elsewhere` });
    expect(await list()).toMatchObject([{ answers: "none", isOn: false }]);
    expect(await notices()).toHaveLength(before + 1);
    await admin.send("DELETE", path);
  });
});

describe("the format", () => {
  const slack = "https://hooks.slack.com/services/T0/B0/x";
  const kinds = ["record.submitted"];
  const formatOf = async (body: object) => {
    const { webhookId } = await admin.send<WebhookSecret>("POST", "/webhooks", { kinds, ...body });
    const [webhook] = await list();
    await admin.send("DELETE", `/webhooks/${webhookId}`);
    return webhook?.format;
  };

  test("is guessed from the host, and can be changed where the host accepts it", async () => {
    expect(await formatOf({ address: "https://example.com/hook" })).toBe("standard");
    expect(await formatOf({ address: slack })).toBe("slack");
    const teams = "https://prod-1.westus.logic.azure.com/workflows/1/triggers/manual/paths/invoke";
    expect(await formatOf({ address: teams })).toBe("teams");
    expect(await formatOf({ address: teams, format: "standard" })).toBe("standard");
    expect(await formatOf({ address: "https://chat.example/", format: "slack" })).toBe("slack");
  });

  test("of a Slack address must be Slack's, when it is added and when it is changed", async () => {
    const slackOnly = {
      details: [{ path: "format", message: expect.stringMatching(/^Slack accepts no other/) }],
    };
    for (const format of ["standard", "teams"]) {
      const response = await admin.call("POST", "/webhooks", { address: slack, kinds, format });
      expect(await expectFailure(response, "VALIDATION_ERROR")).toMatchObject(slackOnly);
    }
    const { webhookId } = await add();
    const changed = await admin.send<Webhook>("PUT", `/webhooks/${webhookId}`, { address: slack });
    expect(changed.format).toBe("slack");
    const back = await admin.call("PUT", `/webhooks/${webhookId}`, { format: "standard" });
    expect(await expectFailure(back, "VALIDATION_ERROR")).toMatchObject(slackOnly);
    await admin.send("DELETE", `/webhooks/${webhookId}`);
  });
});

test("an invalid page position is refused", async () => {
  const { webhookId } = await add();
  const path = `/webhooks/${webhookId}/deliveries`;
  await expectFailure(await admin.call("GET", `${path}?from=x`), "VALIDATION_ERROR");
  await expectFailure(await admin.call("POST", `${path}/msg_x`), "NOT_FOUND");
});
