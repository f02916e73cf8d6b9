import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ClientSignIn } from "#contract/api/calls.ts";
import { etagOf } from "#contract/api/etag.ts";
import { DAY_MS, HOUR_MS } from "#contract/instants.ts";
import { SESSION_ABSOLUTE_HOURS, SESSION_IDLE_HOURS, SESSIONS_PER_KEY_MAX } from "#contract/limits.ts";
import { issueKey } from "../../server/access-keys/issue-key.ts";
import { runMaintenance } from "../../server/housekeeping.ts";
import { readBack, written } from "../support/data/written.ts";
import { randomOf, recordFigure, seed, tellSeed, trials } from "../support/faults/faults.ts";
import { type Service, startService } from "../support/service/service.ts";

const JUMPS: [string, number][] = [
  ["an hour back", -HOUR_MS],
  ["an hour ahead", HOUR_MS],
  ["a day back", -DAY_MS],
  ["a day ahead", DAY_MS],
];

let service: Service;
beforeEach(async (context) => {
  tellSeed(context);
  service = await startService();
});
afterEach(() => service.close());

const save = (token: string, content: string, revision: number, more: object = {}) =>
  service.call("PUT", "/v1/onboarding", {
    token,
    body: { data: written(content), ...more },
    headers: { "if-match": etagOf(revision), "idempotency-key": content },
  });

async function loaded(token: string): Promise<string | undefined> {
  return readBack(await (await service.call("GET", "/v1/onboarding", { token })).json());
}

async function isAlive(token: string): Promise<boolean> {
  return (await service.call("GET", "/v1/onboarding/status", { token })).status === 200;
}

async function exchange(accessKey: string): Promise<string> {
  const response = await service.call("POST", "/v1/auth/exchange", { body: { key: accessKey } });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: ClientSignIn }).data.accessToken;
}

test("a clock that jumps between saves: the record is the last save, and history is in order", async () => {
  const random = randomOf(seed);
  const count = trials(30, 300);
  // more submissions than 20 in an hour are not all kept
  const submitEvery = trials(5, 15);
  const { clientId } = await service.signIn();
  const start = service.time.now;
  const saved: string[] = [];
  for (let revision = 0; revision < count; revision++) {
    const [, jumpMs = 0] = JUMPS[Math.floor(random() * JUMPS.length)] ?? [];
    service.time.now = start + jumpMs + revision;
    // uses a separate key for each sign-in, because one key can sign in at most 30 times a minute
    const { accessKey } = await issueKey({ ...service, now: service.time.now }, clientId);
    const token = await exchange(accessKey);
    const content = `save ${revision}`;
    expect(
      (await save(token, content, revision, { submit: revision % submitEvery === 0 })).headers.get("etag"),
    ).toBe(etagOf(revision + 1));
    saved.push(content);
    // the server recognizes a repeat, however old or young its first try looks
    expect((await save(token, content, revision, { submit: revision % submitEvery === 0 })).status).toBe(200);
    await runMaintenance(service.storage, service.time.now);
    expect(await loaded(token)).toBe(content);
  }
  const steps = (await service.storage.records.listRevisions(clientId)).map(({ revision }) => revision);
  const history = await Promise.all(
    steps.map((step) => service.storage.records.loadRevision(clientId, step)),
  );
  const losses = saved
    .toReversed()
    .filter((content, place) => readBack({ data: history[place] }) !== content);
  recordFigure({ promise: "P18", fault: "clock jumps between saves", trials: count, losses: losses.length });
  expect(losses).toEqual([]);
  const submissions = await service.storage.records.listSubmissions(clientId);
  expect(submissions.map(({ revision }) => revision)).toEqual(
    saved.map((_, place) => place + 1).filter((revision) => revision % submitEvery === 1),
  );
});

describe.each(JUMPS)("a clock that jumps %s", (_, jumpMs) => {
  const slackMs = Math.abs(jumpMs);

  test("ends an unused session at most that much earlier or later", async () => {
    const [early, late] = [await service.signIn(), await service.signIn()];
    const start = service.time.now + jumpMs;
    const surelyMs = SESSION_IDLE_HOURS * HOUR_MS - slackMs - 1;
    service.time.now = start + surelyMs;
    if (surelyMs > 0) expect(await isAlive(early.token)).toBe(true);
    service.time.now = start + SESSION_IDLE_HOURS * HOUR_MS + slackMs;
    expect(await isAlive(late.token)).toBe(false);
  });

  test("ends a session in use at most that much earlier or later", async () => {
    const { token } = await service.signIn();
    const start = service.time.now + jumpMs;
    const lifeMs = SESSION_ABSOLUTE_HOURS * HOUR_MS;
    for (let elapsedMs = 0; elapsedMs < lifeMs - slackMs; elapsedMs += HOUR_MS) {
      service.time.now = start + elapsedMs;
      expect(await isAlive(token)).toBe(true);
    }
    service.time.now = start + lifeMs + slackMs;
    expect(await isAlive(token)).toBe(false);
  });

  test("does not affect a session opened after it, however many its key has", async () => {
    const { accessKey } = await service.signIn();
    for (let count = 1; count < SESSIONS_PER_KEY_MAX; count++) await exchange(accessKey);
    service.time.now += jumpMs;
    const first = await exchange(accessKey);
    const second = await exchange(accessKey);
    expect([await isAlive(first), await isAlive(second)]).toEqual([true, true]);
  });
});
