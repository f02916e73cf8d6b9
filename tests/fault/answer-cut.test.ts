import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { etagOf } from "#contract/api/etag.ts";
import { readBack, written } from "../support/data/written.ts";
import { randomOf, recordFigure, seed, tellSeed, trials } from "../support/faults/faults.ts";
import { type FaultMode, type FaultProxy, startFaultProxy } from "../support/peers/fault-proxy.ts";
import { type Service, startService } from "../support/service/service.ts";

/** How long this client waits for an answer; the browser waits ten seconds. */
const PATIENCE_MS = 300;
const AT_ONCE = 4;
/** The head of an answer alone is longer than this. */
const CUT_WITHIN_BYTES = 500;

type Saved = { revision: number; submittedAt: string | null };
type Case = { token: string; clientId: string; submit: boolean };

let service: Service;
let proxy: FaultProxy;
beforeAll(async () => {
  service = await startService();
  proxy = await startFaultProxy(service.url);
});
afterAll(async () => {
  await proxy.close();
  await service.close();
});
beforeEach(tellSeed);

const random = randomOf(seed);

describe.each<[string, () => FaultMode]>([
  ["an answer cut off before its first byte", () => ({ kind: "cut-after-request" })],
  [
    "an answer cut off in the middle",
    () => ({ kind: "cut-mid-answer", afterBytes: 1 + Math.floor(random() * CUT_WITHIN_BYTES) }),
  ],
  ["an answer later than the client waits", () => ({ kind: "delay", ms: 2 * PATIENCE_MS })],
  ["a request that the network swallows", () => ({ kind: "black-hole", swallows: "request" })],
  ["an answer that the network swallows", () => ({ kind: "black-hole", swallows: "answer" })],
  ["a line too slow for the client's patience", () => ({ kind: "slow", bytesPerSecond: 1_000 })],
])("%s", (fault, chooseMode) => {
  test("the retry counts as the same save, and the same submission", async () => {
    const rounds = trials(3, 20);
    for (let round = 0; round < rounds; round++) {
      const cases = await signedIn(AT_ONCE);
      for (const one of cases) expect(await save(service.url, one, 1)).toMatchObject({ revision: 1 });
      proxy.setMode(chooseMode());
      await Promise.all(cases.map((one) => expect(save(proxy.url, one, 2, PATIENCE_MS)).rejects.toThrow()));
      proxy.setMode({ kind: "pass" });
      for (const one of cases) await expectRetried(one);
    }
    recordFigure({ promise: "P19", fault, trials: rounds * AT_ONCE, losses: 0 });
  }, 60_000);
});

async function expectRetried(one: Case): Promise<void> {
  const retried = await save(proxy.url, one, 2);
  expect(retried.revision).toBe(2);
  expect(await save(proxy.url, one, 2)).toEqual(retried);
  expect(await save(service.url, { ...one, submit: false }, 3)).toEqual({ ...retried, revision: 3 });
  await expectEachOnce(one, retried);
}

test("on a slow line within the client's time limit, the first try is answered", async () => {
  const [one] = await signedIn(1);
  if (!one) throw new Error("No client");
  proxy.setMode({ kind: "slow", bytesPerSecond: 20_000 });
  expect(await save(proxy.url, one, 1)).toMatchObject({ revision: 1 });
});

/** Signs in `count` clients, of which every other one submits. */
function signedIn(count: number): Promise<Case[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, place) => ({
      ...(await service.signIn()),
      submit: place % 2 === 0,
    })),
  );
}

/** Sends the save that makes this revision, with its idempotency key; throws unless the whole answer arrives. */
async function save(url: string, { token, submit }: Case, revision: number, patienceMs = 20_000) {
  const response = await fetch(`${url}/v1/onboarding`, {
    method: "PUT",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "if-match": etagOf(revision - 1),
      "idempotency-key": `save ${revision}`,
    },
    body: JSON.stringify({ data: written(`save ${revision}`), ...(submit && revision === 2 && { submit }) }),
    signal: AbortSignal.timeout(patienceMs),
  });
  const text = await response.text();
  expect([response.status, text]).toEqual([200, expect.any(String)]);
  const { revision: saved, submittedAt } = (JSON.parse(text) as { data: Saved }).data;
  return { revision: saved, submittedAt };
}

async function expectEachOnce({ clientId, submit }: Case, { submittedAt }: Saved): Promise<void> {
  const revisions = (await service.storage.records.listRevisions(clientId)).map(({ revision }) => revision);
  expect(revisions).toEqual([3, 2, 1]);
  const records = await Promise.all(
    revisions.map((step) => service.storage.records.loadRevision(clientId, step)),
  );
  expect(records.map((data) => readBack({ data }))).toEqual(["save 3", "save 2", "save 1"]);
  const submissions = await service.storage.records.listSubmissions(clientId);
  expect(submissions.map(({ submittedAt: at }) => new Date(at).toISOString())).toEqual(
    submit ? [submittedAt] : [],
  );
}
