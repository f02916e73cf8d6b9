import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#contract/instants.ts";
import { listWebhooks } from "../../server/webhooks/manage-webhooks.ts";
import { auditTrail } from "../support/data/audit-trail.ts";
import { type QueuedJob, queuedJobs } from "../support/data/queued-jobs.ts";
import {
  type ReceiverAnswer,
  type WebhookReceiver,
  webhookReceiver,
} from "../support/peers/webhook-receiver.ts";
import { type WebhookService, webhookService } from "../support/service/webhook-service.ts";

const SCHEDULE_MS = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
];
/** The limit for receivers that use it up; elsewhere the normal 20 seconds hold, since a machine may be busy. */
const SHORT_LIMIT_MS = 1_000;
const SOON = { timeout: 10_000, interval: 5 };

let service: WebhookService;
let receiver: WebhookReceiver;
let webhookId: string;
beforeEach(async () => {
  receiver = await webhookReceiver();
  await start();
});
afterEach(async () => {
  await service.close();
  await receiver.close();
});

async function start(options: { timeLimitMs?: number } = {}): Promise<void> {
  service = await webhookService(options);
  const webhook = await service.addWebhook(receiver.url, ["client.created"]);
  receiver.trust(webhook.secret);
  ({ webhookId } = webhook);
}

/** Starts the same service with a short time limit. */
async function startHasty(): Promise<void> {
  await service.close();
  await start({ timeLimitMs: SHORT_LIMIT_MS });
}

/** The delivery of the first message once it was tried `attempts` times. */
async function lineAfter(attempts: number) {
  const lines = await service.logOnce(webhookId, (all) => all.at(-1)?.attempts === attempts);
  return lines.at(-1);
}
const failing = (answer: ReceiverAnswer, times: number) =>
  receiver.answerWith((nth) => (nth <= times ? answer : { status: 204 }));

test("a receiver that answers 500 a few times gets the message in the end, with one id", async () => {
  failing({ status: 500 }, 3);
  await service.addClient();
  for (const [place, waitMs] of SCHEDULE_MS.slice(0, 3).entries()) {
    expect(await lineAfter(place + 1)).toMatchObject({ state: "waiting", status: 500 });
    service.time.now += waitMs;
  }
  expect(await lineAfter(4)).toMatchObject({ state: "delivered", status: 204, nextAt: null });
  expect(new Set(receiver.ids()).size).toBe(1);
  expect(receiver.problems).toEqual([]);
});

test("a receiver that answers 500 for over a day gets eight tries, and then the message is shown as given up", async () => {
  receiver.answerWith({ status: 500 });
  await service.addClient();
  for (const [place, waitMs] of SCHEDULE_MS.entries()) {
    expect(await lineAfter(place + 1)).toMatchObject({ state: "waiting" });
    // not a millisecond sooner, whatever restarts happen in between
    service.time.now += waitMs - 1;
    await service.restartWorker();
    await untilQueued([{ kind: "deliver-next", nextAt: service.time.now + 1, isLeased: false }]);
    expect(receiver.received).toHaveLength(place + 1);
    service.time.now += 1;
  }
  expect(await lineAfter(8)).toMatchObject({ state: "given-up", status: 500, nextAt: null });
  service.time.now += 100 * HOUR_MS;
  await service.restartWorker();
  await untilQueued([]);
  expect(receiver.received).toHaveLength(8);
  expect(new Set(receiver.ids()).size).toBe(1);
});

/** Settles when the worker has checked the queue and left these jobs in it. */
const untilQueued = (jobs: QueuedJob[]) => vi.waitFor(() => expect(queuedJobs(service)).toEqual(jobs), SOON);

test("a failed message does not delay others", async () => {
  receiver.answerWith((nth) => (nth === 1 ? { status: 500 } : { status: 204 }));
  await service.addClient("first");
  await lineAfter(1);
  service.time.now += 1;
  await service.addClient("second");
  const lines = await service.logOnce(webhookId, ([newest]) => newest?.state === "delivered");
  expect(lines.map(({ state }) => state)).toEqual(["delivered", "waiting"]);
});

describe("a failure that is reported plainly, and tried again:", () => {
  test.each<[string, ReceiverAnswer, object]>([
    ["cuts the connection", { cuts: true }, { status: null, cause: "cut-off" }],
    ["speaks no HTTP", { raw: "SSH-2.0-OpenSSH_9.2\r\n" }, { status: null, cause: "not-http" }],
    ["endless headers", { raw: `HTTP/1.1 200 OK\r\nx: ${"x".repeat(100_000)}` }, { cause: "not-http" }],
    ["stops within the headers", { raw: "HTTP/1.1 200 OK\r\ncontent-" }, { status: null, cause: "cut-off" }],
    ["not found", { status: 404 }, { status: 404, cause: null }],
    ["a redirect to nowhere", { status: 302 }, { status: 302, cause: null }],
  ])("%s", async (_what, answer, outcome) => {
    failing(answer, 1);
    await service.addClient();
    expect(await lineAfter(1)).toMatchObject({ state: "waiting", ...outcome });
    service.time.now += HOUR_MS;
    expect(await lineAfter(2)).toMatchObject({ state: "delivered" });
    expect(new Set(receiver.ids()).size).toBe(1);
  });

  test.each<[string, ReceiverAnswer]>([
    ["hangs", { hangs: true }],
    ["goes on in another protocol", { raw: "HTTP/1.1 101 Go\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n" }],
  ])("%s", async (_what, answer) => {
    await startHasty();
    failing(answer, 1);
    await service.addClient();
    expect(await lineAfter(1)).toMatchObject({ state: "waiting", status: null, cause: "timed-out" });
    service.time.now += HOUR_MS;
    expect(await lineAfter(2)).toMatchObject({ state: "delivered" });
  });

  test("no receiver listens", async () => {
    await receiver.close();
    await service.addClient();
    expect(await lineAfter(1)).toMatchObject({ state: "waiting", cause: "connection-refused" });
    receiver = await webhookReceiver();
  });
});

describe("only the status of an answer matters:", () => {
  test.each<[string, ReceiverAnswer]>([
    // longer than any test waits
    ["a body that never ends", { status: 200, bodyBytes: 1e12 }],
    ["a body that is cut", { raw: "HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nhalf" }],
    [
      "a body that is packed, and is not what it says",
      { status: 200, headers: { "content-encoding": "gzip" }, bodyBytes: 99 },
    ],
  ])("%s", async (_what, answer) => {
    receiver.answerWith(answer);
    await service.addClient();
    expect(await lineAfter(1)).toMatchObject({ state: "delivered", status: 200, cause: null });
    expect(receiver.received).toHaveLength(1);
  });

  test("a body that comes too slowly", async () => {
    await startHasty();
    receiver.answerWith({ status: 200, bodyBytes: 1_000, everyMs: 100 });
    await service.addClient();
    expect(await lineAfter(1)).toMatchObject({ state: "delivered", status: 200, cause: null });
  });
});

test.each([301, 302, 303, 307, 308])(
  "a redirect (%i) is never followed, wherever it leads",
  async (status) => {
    const elsewhere = await webhookReceiver();
    receiver.answerWith({ status, headers: { location: elsewhere.url } });
    await service.addClient();
    expect(await lineAfter(1)).toMatchObject({ state: "waiting", status });
    expect(elsewhere.connections()).toBe(0);
    await elsewhere.close();
  },
);

test("a receiver that answers 410 is turned off, and gets nothing more", async () => {
  receiver.answerWith({ status: 410 });
  await service.addClient();
  expect(await lineAfter(1)).toMatchObject({ state: "given-up", status: 410 });
  expect(await listWebhooks(service.storage)).toMatchObject([
    { isOn: false, offCause: "gone", offAt: new Date(service.time.now).toISOString() },
  ]);
  await service.addClient();
  service.time.now += 100 * HOUR_MS;
  await service.restartWorker();
  await untilQueued([]);
  expect(await service.log(webhookId)).toHaveLength(1);
  expect(receiver.received).toHaveLength(1);
  const trail = auditTrail(service).filter(({ kind }) => kind === "webhook.switched-off");
  expect(trail).toMatchObject([{ actor: "nobody", detail: webhookId }]);
});

test.each([429, 503])("a receiver that answers %i is left alone for as long as it asks", async (status) => {
  failing({ status, headers: { "retry-after": "3600" } }, 1);
  await service.addClient();
  const line = await lineAfter(1);
  expect(Date.parse(line?.nextAt ?? "") - service.time.now).toBe(HOUR_MS);
  service.time.now += HOUR_MS;
  expect(await lineAfter(2)).toMatchObject({ state: "delivered" });
});

test("a worker that stops during a delivery counts no try, and the next one sends it again", async () => {
  failing({ hangs: true }, 1);
  await service.addClient();
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), SOON);
  await service.restartWorker();
  const [line] = await service.logOnce(webhookId, ([first]) => first?.state === "delivered");
  expect(line?.attempts).toBe(1);
  expect(new Set(receiver.ids())).toEqual(new Set([line?.messageId]));
  expect(receiver.received).toHaveLength(2);
});

test("a delivery postponed by a clock a year ahead is made after the next start with the right time", async () => {
  failing({ status: 500 }, 1);
  service.time.now += 365 * 24 * HOUR_MS;
  await service.addClient();
  await lineAfter(1);
  service.time.now -= 365 * 24 * HOUR_MS;
  await service.restartWorker();
  expect(await lineAfter(2)).toMatchObject({ state: "delivered" });
});

test("no address and no secret is in the log", async () => {
  failing({ status: 500 }, 1);
  await service.addClient("Rosa's Bakery");
  await lineAfter(1);
  service.time.now += HOUR_MS;
  await lineAfter(2);
  const log = service.logLines.filter((line) => line.includes("messageId")).join("");
  expect(log).toContain("message not delivered");
  expect(log).toContain("message delivered");
  expect(log).not.toMatch(/whsec_|\/hook|Rosa|127\.0\.0\.1:/);
});
