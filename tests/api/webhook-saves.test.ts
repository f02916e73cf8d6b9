import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MINUTE_MS } from "#contract/instants.ts";
import { changeWebhook } from "../../server/webhooks/manage-webhooks.ts";
import { queuedJobs } from "../support/data/queued-jobs.ts";
import { written } from "../support/data/written.ts";
import { type WebhookReceiver, webhookReceiver } from "../support/peers/webhook-receiver.ts";
import { type WebhookService, webhookService } from "../support/service/webhook-service.ts";

const SOON = { timeout: 10_000, interval: 5 };

let service: WebhookService;
let receiver: WebhookReceiver;
let webhookId: string;
beforeEach(async () => {
  service = await webhookService();
  receiver = await webhookReceiver();
  const webhook = await service.addWebhook(receiver.url, ["record.saved"]);
  receiver.trust(webhook.secret);
  ({ webhookId } = webhook);
});
afterEach(async () => {
  await service.close();
  await receiver.close();
});

type Saver = { token: string; clientId: string };
async function save({ token }: Saver, content: string): Promise<void> {
  const body = { data: written(content) };
  expect((await service.call("PUT", "/v1/onboarding", { token, body })).status).toBe(200);
}
/** Waits until the client's messages have exactly these revisions. */
const waitForRevisions = (revisions: number[], { clientId }: Saver) =>
  vi.waitFor(() => {
    const own = receiver.received.filter(({ data }) => data.clientId === clientId);
    expect(own.map(({ data }) => data.revision)).toEqual(revisions);
  }, SOON);
/** Resolves when the due jobs are done and exactly these jobs are left for later. */
const queued = (...waits: number[]) =>
  vi.waitFor(() => {
    const later = waits.map((ms) => ({ kind: "tell-saved", nextAt: service.time.now + ms, isLeased: false }));
    expect(queuedJobs(service)).toEqual(later);
  }, SOON);

test("the first save is announced at once, and later saves within a minute once, when the minute ends", async () => {
  const rosa = await service.signIn();
  await save(rosa, "1");
  await waitForRevisions([1], rosa);
  for (const content of ["2", "3", "4"]) {
    service.time.now += 10_000;
    await save(rosa, content);
  }
  await queued(MINUTE_MS - 30_000);
  service.time.now += MINUTE_MS - 30_000 - 1;
  await queued(1);
  await waitForRevisions([1], rosa);
  service.time.now += 1;
  await waitForRevisions([1, 4], rosa);
  await queued();
  expect(receiver.problems).toEqual([]);
});

test("an hour of saves is announced once a minute, with the last of each minute", async () => {
  const rosa = await service.signIn();
  const expected: number[] = [];
  for (let revision = 1; revision <= 180; revision++) {
    await save(rosa, `save ${revision}`);
    if (revision % 3 === 1) expected.push(revision);
    await waitForRevisions(expected, rosa);
    service.time.now += MINUTE_MS / 3;
  }
  await waitForRevisions([...expected, 180], rosa);
  const times = receiver.received.map(({ timestamp }) => Date.parse(timestamp));
  expect(times.slice(1).filter((at, place) => at - (times[place] ?? 0) < MINUTE_MS)).toEqual([]);
});

test("the minute of one client does not affect another client", async () => {
  const [rosa, luis] = [await service.signIn("Rosa"), await service.signIn("Luis")];
  await save(rosa, "a");
  await waitForRevisions([1], rosa);
  await save(luis, "b");
  await waitForRevisions([1], luis);
});

test("after a restart within the minute, its saves are announced when the minute ends, and not before", async () => {
  const rosa = await service.signIn();
  await save(rosa, "1");
  await waitForRevisions([1], rosa);
  await save(rosa, "2");
  await service.restartWorker();
  await queued(MINUTE_MS);
  await waitForRevisions([1], rosa);
  service.time.now += MINUTE_MS;
  await waitForRevisions([1, 2], rosa);
});

test("a save that changes nothing sends no message", async () => {
  const rosa = await service.signIn();
  await save(rosa, "1");
  await waitForRevisions([1], rosa);
  service.time.now += MINUTE_MS;
  await save(rosa, "1");
  await queued();
  expect(await service.log(webhookId)).toHaveLength(1);
});

test("a record that the server itself changes is announced too", async () => {
  const rosa = await service.signIn();
  await save(rosa, "1");
  await waitForRevisions([1], rosa);
  const { storage, time } = service;
  const composed = {
    interviewHash: "",
    completed: 13,
    total: 13,
    percent: 100,
    completeQuestions: [],
    notAsked: [],
    missing: [],
    lastSection: null,
  };
  await save(rosa, "2");
  await storage.records.restore(
    { clientId: rosa.clientId, revision: 1, at: time.now, compose: (record) => ({ ...composed, record }) },
    [],
  );
  time.now += MINUTE_MS;
  await waitForRevisions([1, 3], rosa);
  expect(receiver.received.at(-1)?.data).toMatchObject({ completed: 13, percent: 100 });
});

test("a clock set back by a day postpones nothing, and the minute counts from then on", async () => {
  const rosa = await service.signIn();
  await save(rosa, "1");
  await waitForRevisions([1], rosa);
  service.time.now -= 24 * 60 * MINUTE_MS;
  await save(rosa, "2");
  await waitForRevisions([1, 2], rosa);
  await save(rosa, "3");
  await queued(MINUTE_MS);
  service.time.now += MINUTE_MS;
  await waitForRevisions([1, 2, 3], rosa);
});

test("without a webhook that asks for them, saves leave nothing in the queue", async () => {
  await changeWebhook(service.acting(), webhookId, { kinds: ["record.submitted"] });
  const rosa = await service.signIn();
  await save(rosa, "1");
  expect(queuedJobs(service)).toEqual([]);
});
