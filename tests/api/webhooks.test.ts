import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DAY_MS, HOUR_MS } from "#contract/instants.ts";
import { type MessageKind, messageKinds } from "#contract/manage/webhooks/webhook-messages.ts";
import { runMaintenance } from "../../server/housekeeping.ts";
import { webhookEgressPolicy } from "../../server/outgoing/egress-policy.ts";
import { OWN_INTERVIEW } from "../../server/storage/engine/client-interview.ts";
import { announceInactive } from "../../server/webhooks/announce-inactive.ts";
import { listDeliveries, redeliver } from "../../server/webhooks/delivery-log.ts";
import {
  addWebhook,
  changeWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
} from "../../server/webhooks/manage-webhooks.ts";
import { testWebhook } from "../../server/webhooks/test-webhook.ts";
import { auditTrail } from "../support/data/audit-trail.ts";
import { consoleCaller } from "../support/data/console-caller.ts";
import { queuedJobs } from "../support/data/queued-jobs.ts";
import { written } from "../support/data/written.ts";
import { type WebhookReceiver, webhookReceiver } from "../support/peers/webhook-receiver.ts";
import { allKinds, type WebhookService, webhookService } from "../support/service/webhook-service.ts";

const SECRET_ANSWER = "nobody but the provider reads this";

const OWN = { id: OWN_INTERVIEW, name: "Standard", version: 1 };
const SOON = { timeout: 10_000, interval: 5 };

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

/** A webhook whose receiver accepts its messages. */
async function added(kinds = allKinds) {
  const webhook = await service.addWebhook(receiver.url, kinds);
  receiver.trust(webhook.secret);
  return webhook;
}
const save = (token: string, content: string, more: object = {}) =>
  service.call("PUT", "/v1/onboarding", { token, body: { data: written(content), ...more } });
const receivedTypes = (types: string[]) => vi.waitFor(() => expect(receiver.types()).toEqual(types), SOON);

async function askBack(clientId: string, questionId = "team-description") {
  const manager = await consoleCaller(service, "administrator");
  const path = `/clients/${clientId}/questions/${questionId}/follow-up`;
  await manager.send("POST", path, { text: SECRET_ANSWER });
  return { manager, path };
}

/** An action that causes a message of each kind; a kind without an action does not compile. */
const acts: { [Kind in MessageKind]: () => Promise<unknown> } = {
  "client.created": () => service.addClient(),
  "record.saved": async () => save((await service.signIn()).token, "one"),
  "record.submitted": async () => save((await service.signIn()).token, "one", { submit: true }),
  "answer.asked_back": async () => askBack((await service.signIn()).clientId),
  "client.invited": () => service.addClient(),
  "client.opened": () => service.signIn(),
  "client.inactive": async () => {
    await service.signIn();
    service.time.now += 3 * DAY_MS + 1;
    await announceInactive({ storage: service.storage, stalledDays: 3 }, service.time.now);
  },
  "question.answered": async () => save((await service.signIn()).token, "one"),
  "question.approved": async () => {
    const { token, clientId } = await service.signIn();
    await save(token, "one");
    const manager = await consoleCaller(service, "administrator");
    const path = `/clients/${clientId}/questions/customer-acquisition/approval`;
    await manager.send("PUT", path, { revision: 1 });
  },
  "follow_up.sent": async () => askBack((await service.signIn()).clientId),
  "follow_up.answered": async () => {
    const { token, clientId } = await service.signIn();
    await askBack(clientId, "customer-acquisition");
    service.time.now += 1;
    await save(token, "an answer to it");
  },
};

describe("a receiver is notified, with verifiable messages,", () => {
  test("of a new client, and of their saves and submissions", async () => {
    await added(["client.created", "record.saved", "record.submitted"]);
    const { token, clientId } = await service.signIn("Rosa's Bakery");
    await receivedTypes(["client.created"]);
    await save(token, SECRET_ANSWER);
    await receivedTypes(["client.created", "record.saved"]);
    await save(token, SECRET_ANSWER, { submit: true });
    await receivedTypes(["client.created", "record.saved", "record.submitted"]);
    const [created, saved, submitted] = receiver.received;
    const client = { clientId, clientName: "Rosa's Bakery", interview: OWN };
    const progress = { ...client, completed: 1, total: 13, percent: 8, revision: 1 };
    const now = new Date(service.time.now).toISOString();
    expect(created?.data).toEqual(client);
    expect(saved?.data).toMatchObject({ ...progress, state: "in-progress", submittedAt: null });
    expect(submitted?.data).toMatchObject({ ...progress, state: "submitted", submittedAt: now });
    expect(submitted?.timestamp).toBe(now);
    expect(receiver.problems).toEqual([]);
    expect(JSON.stringify(receiver.received)).not.toContain(SECRET_ANSWER);
  });

  test("of a follow-up, without its words", async () => {
    await added(["answer.asked_back"]);
    const { clientId } = await service.signIn("Rosa's Bakery");
    const { manager, path } = await askBack(clientId);
    await manager.call("POST", path, { text: SECRET_ANSWER });
    await receivedTypes(["answer.asked_back"]);
    const [asked] = receiver.received;
    const question = "team-description";
    expect(asked?.data).toEqual({ clientId, clientName: "Rosa's Bakery", interview: OWN, question });
    expect(JSON.stringify(receiver.received)).not.toContain(SECRET_ANSWER);
  });

  test("of a client who has stalled, once per standstill, however many there are", async () => {
    const { webhookId } = await added(["client.inactive"]);
    const { storage, time } = service;
    const look = async (clientsAtOnce = 100, lookedUntil?: number) =>
      (await announceInactive({ storage, stalledDays: 3, clientsAtOnce, lookedUntil }, time.now))
        .hasAnnounced;
    const { token, clientId } = await service.signIn("Rosa's Bakery");
    await save(token, SECRET_ANSWER);
    const began = new Date(time.now).toISOString();
    await service.signIn("Luis");
    time.now += 3 * DAY_MS;
    expect(await look()).toBe(false);
    time.now += 1;
    // clients who stalled before an earlier look are skipped
    expect(await look(1, time.now - 3 * DAY_MS)).toBe(false);
    expect(await look(1, time.now - 3 * DAY_MS - 1)).toBe(true);
    expect(await look()).toBe(false);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), SOON);
    const message = receiver.received.find(({ data }) => data.clientId === clientId);
    expect(message?.data).toMatchObject({ completed: 1, lastActiveAt: began, inactiveDays: 3 });
    expect(receiver.problems).toEqual([]);
    expect(JSON.stringify(receiver.received)).not.toContain(SECRET_ANSWER);
    expect(await service.log(webhookId)).toHaveLength(2);
  });

  test("of stalled clients since the previous check; without an earlier webhook, of the last two days", async () => {
    const looked = () => announceInactive({ storage: service.storage, stalledDays: 3 }, service.time.now);
    expect((await looked()).lookedUntil).toBeUndefined();
    await added(["client.inactive"]);
    expect((await looked()).lookedUntil).toBe(service.time.now - 3 * DAY_MS);
  });

  test.each(allKinds)("of %s when it happens, with everything that its schema names", async (kind) => {
    await added([kind]);
    await acts[kind]();
    await receivedTypes([kind]);
    const [message] = receiver.received;
    expect(message?.data).toEqual(messageKinds[kind].data.parse(message?.data));
  });

  test("only of the kinds it has subscribed to", async () => {
    await added(["record.submitted"]);
    const { token } = await service.signIn();
    await save(token, "one");
    await save(token, "one", { submit: true });
    await receivedTypes(["record.submitted"]);
  });

  test("of a submission once, however often the same content is submitted", async () => {
    const { webhookId } = await added(["record.submitted"]);
    const { token } = await service.signIn();
    for (let time = 0; time < 3; time++) await save(token, "one", { submit: true });
    await save(token, "two", { submit: true });
    await receivedTypes(["record.submitted", "record.submitted"]);
    expect(await service.log(webhookId)).toHaveLength(2);
  });

  test("not of a save that was refused", async () => {
    const { webhookId } = await added(["record.saved"]);
    const { token } = await service.signIn();
    const body = { data: { "no-such-entry": {} } };
    expect((await service.call("PUT", "/v1/onboarding", { token, body })).status).toBe(422);
    await save(token, "one");
    await receivedTypes(["record.saved"]);
    expect(await service.log(webhookId)).toHaveLength(1);
  });

  test("while another receiver hangs", async () => {
    const hanging = await webhookReceiver();
    const { secret } = await service.addWebhook(hanging.url);
    hanging.trust(secret);
    hanging.answerWith({ hangs: true });
    await added(["client.created"]);
    for (let count = 0; count < 30; count++) await service.addClient();
    await vi.waitFor(() => expect(receiver.received).toHaveLength(30), SOON);
    expect(hanging.received).toHaveLength(1);
    await hanging.close();
  });
});

test("messages arrive in the order in which they were written, each with its own id", async () => {
  await added(["client.created"]);
  const names = Array.from({ length: 20 }, (_, place) => `Client ${place}`);
  for (const name of names) {
    await service.addClient(name);
    service.time.now += 1;
  }
  await vi.waitFor(() => expect(receiver.received).toHaveLength(20), SOON);
  expect(receiver.received.map(({ data }) => data.clientName)).toEqual(names);
  expect(new Set(receiver.ids()).size).toBe(20);
});

describe("a rotated secret", () => {
  test("signs beside the new one for 24 hours, and then no longer", async () => {
    const { webhookId } = await added(["client.created"]);
    const { secret } = await rotateSecret(service.acting(), webhookId);
    await service.addClient();
    await receivedTypes(["client.created"]);
    receiver.distrust();
    receiver.trust(secret);
    await service.addClient();
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), SOON);
    service.time.now += 24 * HOUR_MS;
    await service.addClient();
    await vi.waitFor(() => expect(receiver.received).toHaveLength(3), SOON);
    expect(receiver.received.map(({ signatures }) => signatures)).toEqual([2, 2, 1]);
    expect(receiver.problems).toEqual([]);
  });

  test("is shown once, and never listed", async () => {
    const { webhookId, secret } = await added();
    const rotated = await rotateSecret(service.acting(), webhookId);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rotated.secret).not.toBe(secret);
    const listed = JSON.stringify(await listWebhooks(service.storage));
    expect(listed).toContain(webhookId);
    for (const text of [listed, service.logLines.join(""), JSON.stringify(auditTrail(service))]) {
      expect(text).not.toContain("whsec_");
      expect(text).not.toContain(secret.slice("whsec_".length));
    }
  });
});

describe("the test button", () => {
  const tested = (webhookId: string) => testWebhook(service.acting(), service.sending, webhookId);

  test("sends a message at once, and shows and stores the result", async () => {
    const { webhookId } = await added(["record.submitted"]);
    const line = await tested(webhookId);
    expect(line).toMatchObject({ kind: "webhook.test", state: "delivered", status: 204, attempts: 1 });
    expect(receiver.received).toMatchObject([
      { type: "webhook.test", id: line.messageId, data: { webhookId } },
    ]);
    expect(await service.log(webhookId)).toEqual([line]);
  });

  test("shows a failure, and does not try again", async () => {
    const { webhookId } = await added();
    receiver.answerWith({ status: 500 });
    const line = await tested(webhookId);
    expect(line).toMatchObject({ state: "given-up", status: 500, nextAt: null });
    await receiver.close();
    expect(await tested(webhookId)).toMatchObject({ status: null, cause: "connection-refused" });
    receiver = await webhookReceiver();
  });

  test("works for a webhook that is off, and not for an unknown one", async () => {
    const { webhookId } = await added();
    await changeWebhook(service.acting(), webhookId, { isOn: false });
    expect(await tested(webhookId)).toMatchObject({ state: "delivered" });
    await expect(tested("wh_nobody")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("a webhook", () => {
  test("that is turned off gets nothing new, and waiting messages continue when it is turned on", async () => {
    const { webhookId } = await added(["client.created"]);
    receiver.answerWith({ status: 500 });
    await service.addClient("waits");
    await service.logOnce(webhookId, ([line]) => line?.attempts === 1);
    await changeWebhook(service.acting(), webhookId, { isOn: false });
    await service.addClient("never sent");
    service.time.now += HOUR_MS;
    receiver.answerWith({ status: 204 });
    await vi.waitFor(() => expect(queuedJobs(service)).toEqual([]), SOON);
    expect(receiver.received).toHaveLength(1);
    expect((await listWebhooks(service.storage))[0]).toMatchObject({ isOn: false, offCause: "by-hand" });
    await changeWebhook(service.acting(), webhookId, { isOn: true });
    await service.logOnce(webhookId, ([line]) => line?.state === "delivered");
    expect(receiver.received.map(({ data }) => data.clientName)).toEqual(["waits", "waits"]);
  });

  test("whose address changes gets waiting messages at the new one", async () => {
    const { webhookId } = await added(["client.created"]);
    receiver.answerWith({ status: 500 });
    await service.addClient();
    await service.logOnce(webhookId, ([line]) => line?.attempts === 1);
    receiver.answerWith({ status: 204 });
    await changeWebhook(service.acting(), webhookId, { address: `${receiver.url}/new?a=b#never-sent` });
    service.time.now += HOUR_MS;
    await service.logOnce(webhookId, ([line]) => line?.state === "delivered");
    expect(receiver.received.map(({ path }) => path)).toEqual(["/hook", "/hook/new?a=b"]);
  });

  test("that is removed gets nothing more, and its log is gone", async () => {
    const { webhookId } = await added(["client.created"]);
    receiver.answerWith({ status: 500 });
    await service.addClient();
    await service.logOnce(webhookId, ([line]) => line?.attempts === 1);
    await removeWebhook(service.acting(), webhookId);
    service.time.now += HOUR_MS;
    await service.addClient();
    await expect(service.log(webhookId)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await vi.waitFor(() => expect(queuedJobs(service)).toEqual([]), SOON);
    expect(receiver.received).toHaveLength(1);
    expect(await listWebhooks(service.storage)).toEqual([]);
  });

  test("leaves each action in the audit trail, with its author", async () => {
    const { actor, ...rest } = service.acting();
    const acting = { ...rest, actor: { ...actor, actor: "mg_1", requestId: "r1" } };
    const { webhookId } = await addWebhook(acting, { address: receiver.url, kinds: allKinds });
    await changeWebhook(acting, webhookId, { kinds: ["record.saved"], isOn: false });
    await changeWebhook(acting, webhookId, { isOn: false });
    await changeWebhook(acting, webhookId, { isOn: true });
    await rotateSecret(acting, webhookId);
    await removeWebhook({ ...acting, actor }, webhookId);
    const trail = auditTrail(service).map(({ kind, actor, detail }) => [kind, actor, detail]);
    expect(trail).toEqual([
      ["webhook.added", "mg_1", webhookId],
      ["webhook.changed", "mg_1", webhookId],
      ["webhook.switched-off", "mg_1", webhookId],
      ["webhook.switched-on", "mg_1", webhookId],
      ["webhook.secret-rotated", "mg_1", webhookId],
      ["webhook.removed", "operator", webhookId],
    ]);
  });
});

describe("refused, with nothing stored:", () => {
  const acting = () => ({ ...service.acting(), reach: webhookEgressPolicy("public") });
  const refusal = (message: RegExp) => ({
    code: "VALIDATION_ERROR",
    extra: { details: [{ path: "address", message: expect.stringMatching(message) }] },
  });

  test.each<[string, RegExp]>([
    ["not an address", /^Expected a whole address/],
    ["", /^Expected a whole address/],
    ["javascript:alert(1)", /begins with https/],
    ["file:///etc/passwd", /begins with https/],
    ["ftp://example.com/", /begins with https/],
    ["http://example.com/", /FIRSTHAND_WEBHOOKS_PRIVATE/],
    ["https://user:word@example.com/", /name and the password/],
    ["https://user@example.com/", /name and the password/],
    ["https://127.0.0.1/", /private or reserved/],
    ["https://[::1]/", /private or reserved/],
  ])("%s", async (address, message) => {
    await expect(addWebhook(acting(), { address, kinds: allKinds })).rejects.toMatchObject(refusal(message));
    const { webhookId } = await added();
    await expect(changeWebhook(acting(), webhookId, { address })).rejects.toMatchObject(refusal(message));
    expect(await listWebhooks(service.storage)).toMatchObject([{ webhookId, address: receiver.url }]);
    expect(auditTrail(service)).toHaveLength(1);
  });

  test("the twenty-first webhook", async () => {
    await Promise.all(Array.from({ length: 25 }, () => added().catch(() => undefined)));
    expect(await listWebhooks(service.storage)).toHaveLength(20);
    await expect(service.addWebhook(receiver.url)).rejects.toMatchObject(refusal(/20 webhooks already/));
    expect(auditTrail(service)).toHaveLength(20);
  });

  test("an action on an unknown webhook", async () => {
    const missing = { code: "NOT_FOUND" };
    const name = { webhookId: "wh_nobody", messageId: "msg_nobody" };
    await expect(changeWebhook(acting(), name.webhookId, { isOn: false })).rejects.toMatchObject(missing);
    await expect(rotateSecret(acting(), name.webhookId)).rejects.toMatchObject(missing);
    await expect(removeWebhook(acting(), name.webhookId)).rejects.toMatchObject(missing);
    await expect(listDeliveries(service.storage, name.webhookId)).rejects.toMatchObject(missing);
    await expect(redeliver(acting(), name)).rejects.toMatchObject(missing);
    expect(auditTrail(service)).toEqual([]);
  });
});

describe("the delivery log", () => {
  test("is read in pages, newest first, each message once", async () => {
    const { webhookId } = await added(["client.created"]);
    for (let count = 0; count < 120; count++) {
      await service.addClient(`Client ${count}`);
      // some messages share a millisecond
      if (count % 3 === 0) service.time.now += 1;
    }
    const pages = [await listDeliveries(service.storage, webhookId)];
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
      pages.push(await listDeliveries(service.storage, webhookId, { after: next }));
    }
    expect(pages.map(({ deliveries }) => deliveries.length)).toEqual([50, 50, 20]);
    const lines = pages.flatMap(({ deliveries }) => deliveries);
    expect(new Set(lines.map(({ messageId }) => messageId)).size).toBe(120);
    const times = lines.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test.each(["", "x", "1_2", `1_msg_${"0".repeat(36)}'--`, `${"9".repeat(16)}_msg_${"0".repeat(36)}`])(
    "refuses an invalid page position: %s",
    async (from) => {
      const { webhookId } = await added();
      await expect(listDeliveries(service.storage, webhookId, { after: from })).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
        extra: { details: [{ path: "after" }] },
      });
    },
  );

  test("goes back 30 days", async () => {
    const { webhookId } = await added(["client.created"]);
    await service.addClient("first");
    await service.logOnce(webhookId, ([line]) => line?.state === "delivered");
    service.time.now += DAY_MS;
    await service.addClient("second");
    await service.logOnce(webhookId, ([line]) => line?.state === "delivered");
    await runMaintenance(service.storage, service.time.now + 29 * DAY_MS);
    expect(await service.log(webhookId)).toHaveLength(2);
    await runMaintenance(service.storage, service.time.now + 29 * DAY_MS + 1);
    expect(await service.log(webhookId)).toHaveLength(1);
  });

  test("can send a message once more, with the same id", async () => {
    const { webhookId } = await added(["client.created"]);
    await service.addClient();
    const [line] = await service.logOnce(webhookId, ([first]) => first?.state === "delivered");
    const name = { webhookId, messageId: line?.messageId ?? "" };
    await redeliver(service.acting(), name);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), SOON);
    expect(receiver.ids()).toEqual([name.messageId, name.messageId]);
    await service.logOnce(webhookId, ([first]) => first?.state === "delivered");
    await changeWebhook(service.acting(), webhookId, { isOn: false });
    await expect(redeliver(service.acting(), name)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    const again = auditTrail(service).filter(({ kind }) => kind === "webhook.redelivered");
    expect(again).toMatchObject([{ detail: `${webhookId} ${name.messageId}` }]);
  });
});
