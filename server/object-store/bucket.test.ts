import { lookup } from "node:dns";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { fakeLookup } from "../../tests/support/fakes/fake-lookup.ts";
import { type ObjectStore, objectStore, type StoreFault } from "../../tests/support/peers/object-store.ts";
import { AudioUnavailable, StorageUnavailable } from "../storage/engine/faults.ts";
import { type BucketSettings, type BucketTools, openBucket } from "./bucket.ts";

const SHORT = { GET: 300, PUT: 300, POST: 300, DELETE: 300 };
const PATIENT = { GET: 30_000, PUT: 30_000, POST: 30_000, DELETE: 30_000 };
const PART_BYTES = 5 * 1024 * 1024;

let store: ObjectStore;
beforeAll(async () => {
  store = await objectStore();
});
afterAll(() => store.close());
afterEach(async () => {
  store.failBy(undefined);
  const bucket = opened();
  for (const key of await store.keys()) await bucket.drop(key);
});

const opened = (more: Partial<BucketSettings> = {}, tools: Partial<BucketTools> = {}) =>
  openBucket({ ...store.settings, ...more }, { lookup, clock: Date.now, ...tools });

async function listed(bucket = opened(), prefix = ""): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of bucket.list(prefix)) keys.push(key);
  return keys;
}

async function* partsOf(parts: Buffer[]) {
  yield* parts;
}

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as Error,
  );

describe("with a real store", () => {
  test("an object is put, partly read, replaced and deleted, also twice", async () => {
    const bucket = opened();
    await bucket.put("c/1", Buffer.from("0123456789"));
    expect(String(await bucket.read("c/1", { first: 3, last: 5 }))).toBe("345");
    await bucket.put("c/1", Buffer.from("abc"));
    expect(String(await bucket.read("c/1", { first: 0, last: 2 }))).toBe("abc");
    await bucket.drop("c/1");
    await bucket.drop("c/1");
    const error = await errorOf(bucket.read("c/1", { first: 0, last: 0 }));
    expect(error).toBeInstanceOf(StorageUnavailable);
    expect(error).not.toBeInstanceOf(AudioUnavailable);
  });

  test("a list has the keys with a prefix, page by page", async () => {
    const keys = ["a/1", "a/2", "a/3", "a/4", "a/5", "b/1"];
    for (const key of keys) await opened().put(key, Buffer.from("x"));
    expect(await listed(opened({}, { keysAtOnce: 2 }), "a/")).toEqual(keys.slice(0, 5));
    expect(await listed()).toEqual(keys);
  });

  test("a bucket can also be addressed by the host's name", async () => {
    const { port } = new URL(store.endpoint);
    const bucket = opened(
      { endpoint: `http://s3.test:${port}`, isInHost: true },
      { lookup: fakeLookup("recordings.s3.test", ["127.0.0.1"]).lookup },
    );
    store.requests.length = 0;
    await bucket.put("c/1", Buffer.from("by host"));
    expect(String(await bucket.read("c/1", { first: 3, last: 6 }))).toBe("host");
    expect(await listed(bucket, "c/")).toEqual(["c/1"]);
    expect(await bucket.problem()).toBeUndefined();
    expect(store.requests[0]).toBe("PUT /c/1");
  });

  test("an object of several parts is complete, with its length, or absent", async () => {
    const parts = [Buffer.alloc(PART_BYTES, "a"), Buffer.alloc(PART_BYTES, "b"), Buffer.from("the end")];
    const bytes = 2 * PART_BYTES + 7;
    await opened().putParts("i/whole", partsOf(parts));
    const found: unknown[] = [];
    for await (const object of opened().objects("i/")) found.push(object);
    expect(found).toEqual([{ key: "i/whole", bytes }]);
    expect(String(await opened().read("i/whole", { first: 2 * PART_BYTES - 2, last: bytes - 1 }))).toBe(
      "bbthe end",
    );
    const breaking = async function* () {
      yield Buffer.alloc(PART_BYTES);
      throw new Error("the file cannot be read");
    };
    await expect(opened().putParts("i/broken", breaking())).rejects.toThrow("the file cannot be read");
    expect(await listed(opened(), "i/")).toEqual(["i/whole"]);
  });

  test("a refused part is sent again", async () => {
    let refusals = 0;
    const parts = async function* () {
      store.failBy({ status: 503, body: "<Error><Code>SlowDown</Code></Error>", times: 2 });
      refusals++;
      yield Buffer.from("one part");
    };
    await opened().putParts("i/again", parts());
    expect(refusals).toBe(1);
    expect(String(await store.object("i/again"))).toBe("one part");
  });

  test("bytes that change in transit are not stored", async () => {
    store.failBy({ changeSent: () => Buffer.from("other bytes") });
    await expect(opened().put("c/1", Buffer.from("these bytes"))).rejects.toThrow(AudioUnavailable);
    store.failBy(undefined);
    expect(await store.keys()).toEqual([]);
  });
});

describe("a problem with a bucket is reported with what to do:", () => {
  const away = { endpoint: "http://127.0.0.1:1" };
  const secret = "not-the-secret";
  const dayLater = () => Date.now() + 86_400_000;

  test("no problem", async () => {
    expect(await opened().problem()).toBeUndefined();
  });

  test.each<[string, Partial<BucketSettings>, Partial<BucketTools>, RegExp]>([
    ["no such bucket", { bucket: "no-such" }, {}, /404 \(NoSuchBucket\)\. Create the bucket "no-such"/],
    ["a wrong secret", { secret }, {}, /403 \(SignatureDoesNotMatch\)\. Correct FIRSTHAND_S3_KEY_ID/],
    ["a wrong key", { keyId: "nobody" }, {}, /403 \(\w+\)\. Correct FIRSTHAND_S3_KEY_ID/],
    [
      "a wrong region",
      { region: "mars-1" },
      {},
      /400 \(AuthorizationHeaderMalformed\)\. .*FIRSTHAND_S3_REGION \(mars-1\)/,
    ],
    ["a wrong clock", {}, { clock: dayLater }, /403 \(RequestTimeTooSkewed\)\. Correct this machine's clock/],
    [
      "a store that is away",
      away,
      {},
      /ECONNREFUSED\. Check FIRSTHAND_S3_ENDPOINT, and that http:\/\/127\.0\.0\.1:1 runs/,
    ],
    ["an address of clouds' secrets", { endpoint: "http://169.254.169.254" }, {}, /AddressRefused/],
    ["TLS where the store has none", { endpoint: "https://localhost:1" }, {}, /Check FIRSTHAND_S3_ENDPOINT/],
  ])("%s", async (_what, settings, tools, expected) => {
    const problem = await opened(settings, tools).problem();
    expect(problem).toMatch(expected);
    expect(problem).not.toContain(secret);
    expect(problem).not.toContain(store.settings.secret);
  });
});

describe("a store that answers wrongly is unavailable:", () => {
  const xml = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;
  const list = (inside: string) => `<ListBucketResult>${inside}</ListBucketResult>`;
  const key = (name: string) => `<Contents><Key>${name}</Key><Size>1</Size></Contents>`;
  const endless = list(
    `${key("c/1")}<IsTruncated>true</IsTruncated><NextContinuationToken>x</NextContinuationToken>`,
  );

  async function expectUnavailable(fault: StoreFault, acts: ("put" | "parts" | "read" | "drop" | "list")[]) {
    await opened().put("c/1", Buffer.from("0123456789"));
    const bucket = opened({}, { limitsMs: fault === "hangs" ? SHORT : PATIENT });
    store.failBy(fault);
    const all = {
      put: () => bucket.put("c/2", Buffer.alloc(100)),
      parts: () => bucket.putParts("c/3", partsOf([Buffer.alloc(100)])),
      read: () => bucket.read("c/1", { first: 0, last: 9 }),
      drop: () => bucket.drop("c/1"),
      list: () => listed(bucket, "c/"),
    };
    for (const act of acts) {
      const error = await errorOf(all[act]());
      expect(error, act).toBeInstanceOf(AudioUnavailable);
      expect(error?.message).toMatch(/^The object storage cannot serve: [^\n]+\.$/);
    }
  }

  test.each<[string, StoreFault]>([
    ["it is overloaded", { status: 503, body: xml("SlowDown") }],
    ["it fails", { status: 500 }],
    ["it refuses", { status: 403, body: xml("AccessDenied") }],
    ["it sends elsewhere", { status: 307, body: xml("TemporaryRedirect") }],
    ["its answers are without end", { status: 500, body: "x".repeat(3_000_000) }],
    ["it ends connections", "away"],
    ["it never answers", "hangs"],
  ])("%s", (_what, fault) => expectUnavailable(fault, ["put", "parts", "read", "drop", "list"]));

  test("it never answers, and the caller disconnects", async () => {
    const leaving = new AbortController();
    store.failBy("hangs");
    const asked = store.requests.length;
    const putting = errorOf(opened().put("c/1", Buffer.from("x"), leaving.signal));
    await vi.waitFor(() => expect(store.requests.length).toBeGreaterThan(asked), { timeout: 20_000 });
    leaving.abort();
    expect(await putting).toBeInstanceOf(AudioUnavailable);
  });

  test.each<[string, StoreFault]>([
    ["its answers break off", "cuts"],
    ["its answers are shorter", { change: (body) => body.subarray(1) }],
    ["its objects are without end", { change: () => Buffer.alloc(3_000_000) }],
    ["its answers are longer", { change: (body) => Buffer.concat([body, body]) }],
  ])("%s", (_what, fault) => expectUnavailable(fault, ["read"]));

  test.each<[string, string]>([
    ["no list", "<html></html>"],
    ["other keys than were asked for", list(key("d/1"))],
    ["a list that does not end", endless],
  ])("it has %s", (_what, body) => expectUnavailable({ status: 200, body }, ["list"]));
});
