import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { eraseClient, sweepErasures } from "../../server/clients/erase-client.ts";
import { PIECE_BYTES } from "../../server/storage/takes/audio.ts";
import { sweepTakes } from "../../server/takes/drop-take.ts";
import { recordedBy } from "../support/data/spoken-take.ts";
import { recording, sendTake, takeCalls, takeIn, takeRows } from "../support/data/takes.ts";
import { written } from "../support/data/written.ts";
import { type ObjectStore, objectStore, type StoreFault } from "../support/peers/object-store.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type TranscribingService, transcribingService } from "../support/service/transcribing-service.ts";

/** The whole service with its recordings in a real object store, including failures on the way to the store. */

const STOP_LIMIT_MS = 8_000;
const PATIENTLY = { timeout: 20_000, interval: 10 };
const SOUND = recordedBy("webm");

let store: ObjectStore;
let service: TranscribingService;
let client: Awaited<ReturnType<TranscribingService["signIn"]>>;
beforeAll(async () => {
  store = await objectStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  service = await transcribingService({ env: store.env });
  client = await service.signIn();
});
afterEach(async () => {
  store.failBy(undefined);
  // otherwise a waiting recording would be copied after its client's copies were deleted
  await service.worker.stop();
  for (const { clientId } of await service.storage.clients.list()) await service.audio.dropAllOf(clientId);
  await service.close();
  expect(service.logLines.join("")).not.toContain(store.settings.secret);
});

/** A recording that a device has sent and the worker has copied. */
async function copiedTake() {
  const take = takeCalls(service, client.token);
  await sendTake(take, Buffer.from(SOUND));
  service.worker.wake();
  const name = { clientId: client.clientId, takeId: take.takeId };
  expect((await service.settled(name)).state).toBe("not-transcribed");
  return { ...take, name };
}

function readDatabase(sql: string) {
  const database = new DatabaseSync(service.config.databaseFile, { readOnly: true });
  const rows = database.prepare(sql).all();
  database.close();
  return rows.map((row) => ({ ...row }));
}

/** A stored copy without the worker, of bytes that are not audio. */
async function keptTake(sound = recording(2 * PIECE_BYTES)) {
  const take = takeCalls(service, client.token);
  await sendTake(take);
  await service.audio.put({ clientId: client.clientId, takeId: take.takeId }, sound);
  return take;
}

const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

/** The whole copy, read from the store without the API. */
async function copyOf(name: { clientId: string; takeId: string }): Promise<Buffer> {
  const size = (await service.audio.size(name)) ?? 0;
  const pieces: Uint8Array[] = [];
  for await (const piece of service.audio.read(name, { first: 0, last: size - 1 })) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe("a recorded take", () => {
  test("is copied to the store, and nowhere else", async () => {
    const { name } = await copiedTake();
    const [key = "", ...others] = await store.keys();
    expect([key.startsWith(`${name.clientId}/`), others]).toEqual([true, []]);
    expect(takeRows(service)).toMatchObject({ takes: 1, parts: 0, pieces: 0 });
    expect((await store.object(key)).includes("ftyp")).toBe(false);
    expect((await copyOf(name)).toString("latin1", 4, 8)).toBe("ftyp");
  });

  test("is played from there, as a whole and in part", async () => {
    const take = await copiedTake();
    expect(await takeIn(await take.find())).toMatchObject({ isPlayable: true });
    const whole = await bytes(await take.hear());
    expect(whole.equals(await copyOf(take.name))).toBe(true);
    const part = await take.hear({ range: "bytes=4-7" });
    expect([part.status, String(await bytes(part))]).toEqual([206, "ftyp"]);
    const last = await take.hear({ range: "bytes=-10" });
    expect((await bytes(last)).equals(whole.subarray(-10))).toBe(true);
  });

  test("leaves nothing in the store when it is deleted", async () => {
    const take = await copiedTake();
    expect((await take.drop()).status).toBe(200);
    expect(await store.keys()).toEqual([]);
  });

  test("is removed from the store with its client, and others stay", async () => {
    await copiedTake();
    const other = await service.signIn("Other");
    const name = await service.queueTake(other.clientId, SOUND);
    await service.settled(name);
    expect(await store.keys()).toHaveLength(2);
    expect(await erase()).toBe("erased");
    expect((await store.keys()).map((key) => key.split("/")[0])).toEqual([other.clientId]);
  });
});

const erase = () =>
  eraseClient(service, { clientId: client.clientId, at: service.time.now, by: { actor: "operator" } });

const refusal = (status: number, code: string): StoreFault => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`,
});
/** The same length, so that only the seals can detect the change. */
const sameLength: StoreFault = { change: (body) => Buffer.alloc(body.length, body.subarray(0, 8)) };

describe("an unreachable copy is not played, and is reported as unavailable:", () => {
  test.each<[string, StoreFault]>([
    ["the store is overloaded", refusal(503, "SlowDown")],
    ["the store is away", "away"],
    ["its credentials are wrong by now", refusal(403, "InvalidAccessKeyId")],
    ["the object is gone", refusal(404, "NoSuchKey")],
    ["the bucket is gone", refusal(404, "NoSuchBucket")],
    ["its answer breaks off", "cuts"],
    ["its bytes are others", sameLength],
    ["it has plain sound instead", { change: (body) => Buffer.alloc(body.length, "sound") }],
    ["it has less", { change: (body) => body.subarray(0, -1) }],
    ["it has nothing", { change: () => Buffer.alloc(0) }],
  ])("%s", async (_what, fault) => {
    const take = await keptTake();
    store.failBy(fault);
    const response = await take.hear({ range: "bytes=0-99" });
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    await expectFailure(response, "UNAVAILABLE");
    store.failBy(undefined);
    expect((await take.hear({ range: "bytes=0-99" })).status).toBe(206);
  });

  test("the missing rest after a good beginning is not filled up", async () => {
    const take = await keptTake(recording(10 * PIECE_BYTES));
    let reads = 0;
    store.failBy({ change: (body) => (reads++ === 0 ? body : Buffer.alloc(body.length)) });
    const response = await take.hear();
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
  });
});

describe("while the store is unavailable,", () => {
  test("everything else continues", async () => {
    const take = await copiedTake();
    store.failBy("away");
    expect((await service.call("GET", "/readyz")).status).toBe(200);
    expect(await takeIn(await take.find())).toMatchObject({ isPlayable: true, state: "not-transcribed" });
    const { token } = client;
    const saved = await service.call("PUT", "/v1/onboarding", { token, body: { data: written("typed") } });
    expect(saved.status).toBe(200);
    await sendTake(takeCalls(service, token), Buffer.from(SOUND));
  });

  test.each<[string, StoreFault]>([
    ["503", refusal(503, "SlowDown")],
    ["403", refusal(403, "SignatureDoesNotMatch")],
    ["no connection", "away"],
    ["500", { status: 500 }],
  ])("a new take waits in the database, and is copied when the store is back: %s", async (_what, fault) => {
    store.failBy(fault);
    const name = await service.queueTake(client.clientId, SOUND);
    await vi.waitFor(() => {
      const line = service.logLines.find((text) => text.includes("a job is tried again later"));
      expect(JSON.parse(line ?? "{}").reason).toMatch(/^The object storage cannot serve: /);
    }, PATIENTLY);
    expect([await service.audio.size(name), takeRows(service).parts > 0]).toEqual([undefined, true]);
    store.failBy(undefined);
    service.time.now += 3_600_000;
    service.worker.wake();
    expect((await service.settled(name)).state).toBe("not-transcribed");
    expect((await copyOf(name)).toString("latin1", 4, 8)).toBe("ftyp");
    expect([takeRows(service).parts, (await store.keys()).length]).toEqual([0, 1]);
  });

  test("a server that stops while the store hangs gives the take back, and can stop", async () => {
    store.failBy("hangs");
    const asked = store.requests.length;
    const { clientId } = await service.queueTake(client.clientId, SOUND);
    await vi.waitFor(() => expect(store.requests.length).toBeGreaterThan(asked), PATIENTLY);
    const began = performance.now();
    await service.worker.stop();
    expect(performance.now() - began).toBeLessThan(STOP_LIMIT_MS);
    expect(await service.storage.takes.list(clientId)).toMatchObject([{ state: "queued", attempts: 0 }]);
  });

  test("a take can be deleted, and its object is deleted when the store is back", async () => {
    const take = await copiedTake();
    store.failBy("away");
    expect((await take.drop()).status).toBe(200);
    await expectFailure(await take.find(), "NOT_FOUND");
    await expectFailure(await take.hear(), "NOT_FOUND");
    await expect(sweepTakes(service, service.time.now)).rejects.toThrow("cannot serve");
    store.failBy(undefined);
    expect(await store.keys()).toHaveLength(1);
    await sweepTakes(service, service.time.now);
    expect([await store.keys(), takeRows(service).takes]).toEqual([[], 0]);
  });

  test("a client is gone for all readers at once, and fully erased when the store is back", async () => {
    await copiedTake();
    const { token, clientId } = client;
    await service.call("PUT", "/v1/onboarding", { token, body: { data: written("typed") } });
    store.failBy("away");
    expect(await erase()).toBe("unfinished");
    expect(await service.storage.clients.find(clientId)).toBeUndefined();
    expect(readDatabase("select count(*) as n from revisions")).toEqual([{ n: 0 }]);
    expect(readDatabase("select owner from data_keys")).not.toContainEqual({ owner: clientId });
    expect(await service.storage.erasing.listSoftDeleted()).toEqual([clientId]);
    expect(await sweepErasures(service, service.time.now)).toBe(0);
    store.failBy(undefined);
    expect(await store.keys(), "sealed by a key that is destroyed").toHaveLength(1);
    expect(await sweepErasures(service, service.time.now)).toBe(1);
    expect([await store.keys(), await service.storage.erasing.listSoftDeleted()]).toEqual([[], []]);
  });
});

test("the privacy page says where recordings are stored", async () => {
  const page = await (await service.call("GET", "/privacy")).text();
  expect(page).toContain("at 127.0.0.1. They’re encrypted with that key, and the key isn’t stored there.");
});
