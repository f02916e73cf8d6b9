import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#contract/instants.ts";
import { builtInInterviews } from "../../server/interview-file/built-in-interviews.ts";
import { noInterviewFile } from "../../server/interview-file/read-interview-file.ts";
import { type ComposedMail, mailTurn } from "../../server/mail/mail-turn.ts";
import { renderMail } from "../../server/mail/rendering/render-mail.ts";
import { NO_LINKS } from "../../server/mail/sign-in-links.ts";
import { redeliver, retryDeliveries } from "../../server/webhooks/delivery-log.ts";
import { changeWebhook, listWebhooks } from "../../server/webhooks/manage-webhooks.ts";
import { auditTrail } from "../support/data/audit-trail.ts";
import { consoleCaller } from "../support/data/console-caller.ts";
import { type WebhookReceiver, webhookReceiver } from "../support/peers/webhook-receiver.ts";
import { type WebhookService, webhookService } from "../support/service/webhook-service.ts";

const SOON = { timeout: 10_000, interval: 5 };
/** The waits between tries, in milliseconds; `random` gives 0 here. */
const WAITS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
];

let service: WebhookService;
let receiver: WebhookReceiver;
let webhookId: string;
let began: number;
beforeEach(async () => {
  service = await webhookService();
  receiver = await webhookReceiver();
  const webhook = await service.addWebhook(receiver.url, ["client.created"]);
  receiver.trust(webhook.secret);
  ({ webhookId } = webhook);
  receiver.answerWith({ status: 500 });
  began = service.time.now;
});
afterEach(async () => {
  await service.close();
  await receiver.close();
});

const webhookNow = async () => (await listWebhooks(service.storage))[0];
/** The newest message, after this number of tries. */
const tried = (attempts: number) => service.logOnce(webhookId, ([line]) => line?.attempts === attempts);
async function failThrice() {
  await service.addClient("Rosa");
  await tried(1);
  service.time.now += WAITS[0] ?? 0;
  await tried(2);
  service.time.now += WAITS[1] ?? 0;
  await tried(3);
}
/** Fails until the message is given up. */
async function giveUp() {
  await failThrice();
  for (const [place, wait] of WAITS.slice(2).entries()) {
    service.time.now += wait;
    await tried(place + 4);
  }
}
const mails = () => service.storage.mail.list({ scope: "all", limit: 100 });
/** What would happen now to each waiting mail. */
async function turns() {
  const waiting = (await mails()).filter(({ state }) => state === "waiting");
  const found = await Promise.all(waiting.map(({ mailId }) => service.storage.mail.findDue(mailId)));
  return found.flatMap((due) => {
    if (!due) return [];
    const mail = { ...due, template: undefined, followUps: [], digest: null };
    return [{ mail, turn: mailTurn(mail, (at) => at, service.time.now) }];
  });
}
/** The mail as its recipient gets it. */
function rendered(mail: ComposedMail) {
  if (!mail.recipient) throw new Error("Nobody gets it");
  const sender = {
    from: { name: "Acme", email: "hello@acme.example" },
    providerName: "Acme",
    publicUrl: "https://interview.example",
    look: noInterviewFile.mailLook,
    interviews: new Map([["en" as const, builtInInterviews.en]]),
  };
  return renderMail(mail, sender, {
    recipient: mail.recipient,
    at: service.time.now,
    optOutToken: undefined,
    links: NO_LINKS,
    linkDays: { invitation: 14, other: 7 },
  });
}
/** Keeps the webhook failing with a new message every half day. */
async function failForDays() {
  await failThrice();
  for (let half = 0; half < 7 && (await webhookNow())?.isOn; half++) {
    service.time.now += DAY_MS / 2;
    const client = `Client ${half}`;
    const before = receiver.received.length;
    await service.addClient(client);
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(before), SOON);
    await vi.waitFor(async () => {
      const lines = await service.log(webhookId);
      const isOn = (await webhookNow())?.isOn;
      expect(isOn === false || lines.every(({ attempts }) => attempts > 0)).toBe(true);
    }, SOON);
  }
}

describe("a failing webhook", () => {
  test("reports that from the third failed attempt on, with its start, its reason, and how many wait", async () => {
    await service.addClient("Rosa");
    await tried(1);
    expect(await webhookNow()).toMatchObject({ failing: null, waiting: 1, undelivered: 1 });
    service.time.now += WAITS[0] ?? 0;
    await tried(2);
    service.time.now += WAITS[1] ?? 0;
    await tried(3);
    await service.addClient("Luis");
    const since = new Date(began).toISOString();
    expect(await webhookNow()).toMatchObject({ failing: { since, status: 500, cause: null }, waiting: 2 });
  });

  test("whose receiver does not answer says why", async () => {
    receiver.answerWith({ cuts: true });
    await failThrice();
    expect(await webhookNow()).toMatchObject({ failing: { status: null, cause: "cut-off" } });
  });

  test("counts the attempts of all its messages, and a delivered message resets the count", async () => {
    for (const name of ["Rosa", "Luis", "Ana"]) await service.addClient(name);
    await vi.waitFor(async () => expect((await webhookNow())?.failing).not.toBeNull(), SOON);
    receiver.answerWith({ status: 204 });
    await service.addClient("Zoe");
    await service.logOnce(webhookId, (lines) => lines.some(({ state }) => state === "delivered"));
    expect(await webhookNow()).toMatchObject({ failing: null, waiting: 3 });
  });

  test("sends undelivered messages again at once on Retry, in order, with all attempts", async () => {
    await giveUp();
    await service.addClient("Luis");
    await tried(1);
    expect(await webhookNow()).toMatchObject({ waiting: 1, undelivered: 2 });
    receiver.answerWith({ status: 204 });
    expect(await retryDeliveries(service.acting(), webhookId)).toEqual({ queued: 2 });
    await service.logOnce(webhookId, (lines) => lines.every(({ state }) => state === "delivered"));
    expect(receiver.received.slice(-2).map(({ data }) => data.clientName)).toEqual(["Rosa", "Luis"]);
    expect(await webhookNow()).toMatchObject({ failing: null, waiting: 0, undelivered: 0 });
    expect(auditTrail(service).at(-1)).toMatchObject({ kind: "webhook.retried", detail: webhookId });
  });

  test("is not retried when it is off or removed", async () => {
    await changeWebhook(service.acting(), webhookId, { isOn: false });
    await expect(retryDeliveries(service.acting(), webhookId)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    await expect(retryDeliveries(service.acting(), "wh_nobody")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("keeps a given-up message, which can be sent again from the log", async () => {
    await giveUp();
    const [line] = await service.logOnce(webhookId, ([first]) => first?.state === "given-up");
    receiver.answerWith({ status: 204 });
    await redeliver(service.acting(), { webhookId, messageId: line?.messageId ?? "" });
    await service.logOnce(webhookId, ([first]) => first?.state === "delivered");
    expect(new Set(receiver.ids()).size).toBe(1);
  });
});

describe("the administrators are mailed", () => {
  test("after an hour of failing, once, with host and reason but not the address", async () => {
    const ada = await consoleCaller(service, "administrator");
    await consoleCaller(service, "administrator");
    await consoleCaller(service);
    await failThrice();
    const waiting = await turns();
    expect(waiting.map(({ turn }) => turn)).toEqual(Array(2).fill({ kind: "later", at: began + HOUR_MS }));
    service.time.now = began + HOUR_MS;
    const [first] = await turns();
    expect(first?.turn.kind).toBe("send");
    if (!first) throw new Error("There is no mail");
    const { subject, text, html } = rendered(first.mail);
    expect(subject).toBe(`The webhook to 127.0.0.1:${receiver.port} is failing`);
    expect(text).toContain("It answers 500, and one message is waiting.");
    expect(text).toContain(`https://interview.example/console/webhooks/${webhookId}`);
    expect(text).not.toContain("/hook\n");
    expect(html).toContain("Acme");
    expect((await mails()).map(({ kind }) => kind)).toEqual(["webhook-failing", "webhook-failing"]);
    service.time.now += 2 * HOUR_MS;
    await tried(4);
    expect(await mails()).toHaveLength(2);
    expect((await mails()).some(({ managerId }) => managerId === ada.managerId)).toBe(true);
  });

  test("not where it recovered or was turned off meanwhile, and again when it fails again", async () => {
    await consoleCaller(service, "administrator");
    await failThrice();
    receiver.answerWith({ status: 204 });
    await retryDeliveries(service.acting(), webhookId);
    await service.logOnce(webhookId, ([line]) => line?.state === "delivered");
    service.time.now = began + HOUR_MS;
    const [over] = await turns();
    expect(over?.turn).toMatchObject({ kind: "end", state: "dropped", cause: "not-needed" });
    receiver.answerWith({ status: 500 });
    began = service.time.now;
    await failThrice();
    expect(await mails()).toHaveLength(2);
    await changeWebhook(service.acting(), webhookId, { isOn: false });
    expect((await turns()).map(({ turn }) => turn.kind)).toEqual(["end", "end"]);
  });
});

describe("after three days of failing", () => {
  test("it is turned off, with the time, the reason, and the offer to send undelivered messages", async () => {
    await failForDays();
    const webhook = await webhookNow();
    expect(webhook).toMatchObject({ isOn: false, offCause: "failing" });
    const offAt = Date.parse(webhook?.offAt ?? "");
    expect(offAt - began).toBeGreaterThanOrEqual(3 * DAY_MS);
    expect(offAt - began).toBeLessThan(4 * DAY_MS);
    expect(auditTrail(service).at(-1)).toMatchObject({ kind: "webhook.switched-off", actor: "nobody" });
    const lines = await service.log(webhookId);
    expect(webhook?.undelivered).toBe(lines.length);
    receiver.answerWith({ status: 204 });
    await changeWebhook(service.acting(), webhookId, { isOn: true, undelivered: "send" });
    await service.logOnce(webhookId, (all) => all.every(({ state }) => state === "delivered"));
    expect(await webhookNow()).toMatchObject({ isOn: true, failing: null, undelivered: 0 });
  });

  test("it can be turned on without undelivered messages", async () => {
    await failForDays();
    receiver.answerWith({ status: 204 });
    const before = receiver.received.length;
    await changeWebhook(service.acting(), webhookId, { isOn: true, undelivered: "drop" });
    service.time.now += 1;
    await service.addClient("Zoe");
    await vi.waitFor(() => expect(receiver.received).toHaveLength(before + 1), SOON);
    expect(receiver.received.at(-1)?.data.clientName).toBe("Zoe");
    await service.logOnce(webhookId, ([line]) => line?.state === "delivered");
    expect(await webhookNow()).toMatchObject({ isOn: true, waiting: 0, undelivered: 0 });
  });

  test("without any message to send it stays on", async () => {
    await giveUp();
    service.time.now += 10 * DAY_MS;
    await service.addClient("Luis");
    await tried(1);
    expect(await webhookNow()).toMatchObject({ isOn: true, failing: null });
  });
});

describe("the administrators are mailed that it is off", () => {
  const offMails = async () => (await turns()).filter(({ mail }) => mail.kind === "webhook-off");

  test("at once, each once, with host, start, reason and link, and not the address", async () => {
    const ada = await consoleCaller(service, "administrator");
    const leah = await consoleCaller(service, "administrator");
    await consoleCaller(service);
    await failForDays();
    await service.restartWorker();
    const waiting = await offMails();
    expect(waiting.map(({ mail, turn }) => [mail.reader?.managerId, turn.kind]).toSorted()).toEqual(
      [
        [ada.managerId, "send"],
        [leah.managerId, "send"],
      ].toSorted(),
    );
    const [first] = waiting;
    if (!first) throw new Error("There is no mail");
    const { subject, text } = rendered(first.mail);
    const { undelivered } = (await webhookNow()) ?? {};
    expect(subject).toBe(`The webhook to 127.0.0.1:${receiver.port} is off`);
    expect(text).toContain("It has failed since ");
    expect(text).toContain(` UTC, and last answered 500. ${undelivered} messages weren’t delivered.`);
    expect(text).toContain(`https://interview.example/console/webhooks/${webhookId}`);
    expect(text).not.toContain("/hook\n");
    expect(text.match(/https?:/g)).toHaveLength(1);
  });

  test("with the cause, where the receiver did not answer", async () => {
    await consoleCaller(service, "administrator");
    receiver.answerWith({ cuts: true });
    await failForDays();
    const [first] = await offMails();
    if (!first) throw new Error("There is no mail");
    expect(rendered(first.mail).text).toContain("The connection broke before a reply arrived.");
  });

  test("where the receiver asked to stop", async () => {
    await consoleCaller(service, "administrator");
    receiver.answerWith({ status: 410 });
    await service.addClient("Rosa");
    await vi.waitFor(async () => expect((await webhookNow())?.isOn).toBe(false), SOON);
    const [first, ...more] = await offMails();
    if (!first) throw new Error("There is no mail");
    expect(more).toEqual([]);
    expect(rendered(first.mail).text).toContain("It answered 410, which asks us to send nothing more.");
  });

  test("not where a person turned it off or on again meanwhile, and again the next time", async () => {
    await consoleCaller(service, "administrator");
    await changeWebhook(service.acting(), webhookId, { isOn: false });
    expect(await mails()).toEqual([]);
    await changeWebhook(service.acting(), webhookId, { isOn: true });
    receiver.answerWith({ status: 410 });
    await service.addClient("Rosa");
    await vi.waitFor(async () => expect((await webhookNow())?.isOn).toBe(false), SOON);
    service.time.now += HOUR_MS;
    await changeWebhook(service.acting(), webhookId, { isOn: true });
    expect((await offMails()).map(({ turn }) => turn.kind)).toEqual(["end"]);
    await service.addClient("Luis");
    await vi.waitFor(async () => expect((await webhookNow())?.isOn).toBe(false), SOON);
    expect((await offMails()).map(({ turn }) => turn.kind).toSorted()).toEqual(["end", "send"]);
  });

  test("not at all, where this installation sends no mail", async () => {
    await service.close();
    service = await webhookService({ isMailOn: false });
    const webhook = await service.addWebhook(receiver.url, ["client.created"]);
    receiver.trust(webhook.secret);
    ({ webhookId } = webhook);
    began = service.time.now;
    await consoleCaller(service, "administrator");
    await failForDays();
    expect((await webhookNow())?.isOn).toBe(false);
    expect(await mails()).toEqual([]);
  });
});
