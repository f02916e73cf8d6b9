import { existsSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DAY_MS } from "#contract/instants.ts";
import { ACCESS_KEY_LIFETIME_DAYS } from "#contract/limits.ts";
import { addClient } from "../../server/access-keys/issue-key.ts";
import { randomOf, recordFigure, seed, tellSeed, trials } from "../support/faults/faults.ts";
import { httpConnection } from "../support/peers/http-connection.ts";
import { mistypedKey, sameIdOtherSecret, unknownKey } from "../support/security/wrong-keys.ts";
import { type Service, startService } from "../support/service/service.ts";

/** The rate limits allow 10 tries in a row of one key, and 200 a minute over all addresses. */
const KEYS_A_ROUND = 3;
const TRIES_A_KEY = 10;
const ROUNDS = trials(5, 67);
/** The first tries of a process are slow, so these rounds are not counted. */
const WARM_UP_ROUNDS = 2;
const TOLERANCE = trials(0.25, 0.05);

/** What can be wrong with a key. The control key is refused at once because of its shape, so its time must differ. */
const CAUSES = ["no key at all", "mistyped", "unknown", "wrong secret", "revoked", "expired"] as const;
const CONTROL = "of the wrong shape";
const ALL = [...CAUSES, CONTROL] as const;
type Cause = (typeof ALL)[number];

/** Keeps the data in memory, because waits for the disk would hide what is measured. */
const MEMORY = "/dev/shm";
beforeEach(() => void (existsSync(MEMORY) && vi.stubEnv("TMPDIR", MEMORY)));
afterEach(() => void vi.unstubAllEnvs());

test("the duration of a refusal does not reveal what is wrong with a key", async (context) => {
  tellSeed(context);
  const random = randomOf(seed);
  const times = new Map<Cause, number[]>(ALL.map((cause) => [cause, []]));
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    const tries = await timeOneService(random);
    if (round >= WARM_UP_ROUNDS) for (const { cause, ms } of tries) times.get(cause)?.push(ms);
  }
  const medians = Object.fromEntries([...times].map(([cause, all]) => [cause, medianOf(all)]));
  const { [CONTROL]: control = 0, ...alike } = medians;
  const middle = medianOf(Object.values(alike));
  const widest = Math.max(...Object.values(alike).map((median) => Math.abs(median / middle - 1)));
  recordFigure({
    promise: "P22",
    fault: "refusals of wrong keys, timed",
    trials: times.get("unknown")?.length ?? 0,
    losses: widest > TOLERANCE ? 1 : 0,
    note: `of each of ${CAUSES.length} causes; medians ${(middle * 1_000).toFixed(0)} µs, at most ${(widest * 100).toFixed(1)} % apart from it`,
  });
  expect(widest, JSON.stringify(medians)).toBeLessThanOrEqual(TOLERANCE);
  // proves that the clock can see a difference
  expect(Math.abs(control / middle - 1)).toBeGreaterThan(TOLERANCE);
});

/** Tries all causes, each time in a new random order, so that a slow moment of the machine affects all alike. */
async function timeOneService(random: () => number): Promise<{ cause: Cause; ms: number }[]> {
  const service = await startService({ env: { FIRSTHAND_TRUST_PROXY: "127.0.0.0/8" } });
  const connection = httpConnection(service.url);
  const keys = (await Promise.all(Array.from({ length: KEYS_A_ROUND }, () => wrongKeys(service)))).flat();
  const tries = keys.flatMap((some) => shuffled(ALL, random).map((cause) => ({ cause, key: some[cause] })));
  const timed: { cause: Cause; ms: number }[] = [];
  for (const [place, { cause, key }] of tries.entries()) {
    const headers = { "x-forwarded-for": `10.0.${place >> 8}.${place & 255}` };
    const request = { method: "POST", path: "/v1/auth/exchange", headers, body: { key } } as const;
    const from = performance.now();
    const answer = await connection.send(request);
    timed.push({ cause, ms: performance.now() - from });
    expect(answer).toMatchObject({ status: cause === CONTROL ? 422 : 401 });
  }
  connection.close();
  await service.close();
  return timed;
}

/** One wrong key of each cause, for TRIES_A_KEY tries; made before anything is timed. */
async function wrongKeys(service: Service): Promise<{ [Each in Cause]: string }[]> {
  const right = await service.addClient();
  const revoked = await service.addClient();
  await service.storage.accessKeys.revoke(revoked.keyId, service.time.now, []);
  const past = service.time.now - (ACCESS_KEY_LIFETIME_DAYS + 1) * DAY_MS;
  const expired = await addClient({ ...service, now: past }, { name: "Ben" });
  return Array.from({ length: TRIES_A_KEY }, () => ({
    "no key at all": "x".repeat(right.accessKey.length),
    mistyped: mistypedKey(right.accessKey),
    unknown: unknownKey(),
    "wrong secret": sameIdOtherSecret(right.accessKey),
    revoked: revoked.accessKey,
    expired: expired.accessKey,
    [CONTROL]: "",
  }));
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

function medianOf(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
