import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type SavedClient, savedClient } from "../support/data/saved-client.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
let client: SavedClient;
beforeAll(async () => {
  service = await startService({ env: { FIRSTHAND_RATE_SESSION: "0" } });
  client = await savedClient(service);
});
afterEach(() => client.expectUnchanged());
afterAll(() => service.close());

const put = (body: unknown) => service.call("PUT", "/v1/onboarding", { token: client.token, body });
const nested = (depth: number, inner: string) => `${'{"data":'.repeat(depth)}${inner}${"}".repeat(depth)}`;

describe("invalid JSON is refused as such:", () => {
  test.each([
    "{",
    '{"data":',
    '{"data":{}',
    '{"data":{"website-form":{"url":"exam',
    "{'data':{}}",
    '{"data":{},}',
    '{"data":{}} and more',
    '{"data":NaN}',
    '{"data":undefined}',
    '{"data":"\n"}',
    '{"data":"\\x00"}',
    '{"data":01}',
    "// comment\n{}",
    " ",
    "\u0000",
  ])("%j", async (body) => {
    await expectFailure(await put(body), "INVALID_JSON");
  });
});

describe("a prototype is never reached:", () => {
  const poisons = [
    '{"__proto__":{"polluted":true}}',
    '{"\\u005f\\u005fproto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"__proto__":null}',
  ];
  test.each(poisons)("%s, at any depth", async (poison) => {
    for (const depth of [0, 1, 2, 5, 20])
      await expectFailure(await put(nested(depth, poison)), "INVALID_JSON");
    const inAnswer = `{"data":{"booking-process":{"responses":[${poison}]}}}`;
    await expectFailure(await put(inAnswer), "INVALID_JSON");
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    expect("polluted" in {}).toBe(false);
  });

  test("a field named constructor is simply unknown", async () => {
    await expectFailure(await put('{"data":{"constructor":{}}}'), "VALIDATION_ERROR");
  });
});

describe("nesting 100,000 deep is refused before it is parsed:", () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const deepObject = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
  test.each([
    ["the body", (inner: string) => inner],
    ["the data", (inner: string) => `{"data":${inner}}`],
    ["a form", (inner: string) => `{"data":{"website-form":${inner}}}`],
    ["a list", (inner: string) => `{"data":{"booking-process":{"responses":${inner}}}}`],
    ["an answer", (inner: string) => `{"data":{"booking-process":{"responses":[{"content":${inner}}]}}}`],
    ["a rating", (inner: string) => `{"data":{"tool-selection":{"toolRatings":{"xero":${inner}}}}}`],
  ])("as %s", async (_, hold) => {
    for (const inner of [deep, deepObject]) await expectFailure(await put(hold(inner)), "INVALID_JSON");
  });
});

test.each(["1e400", "-1e400", "1e-400", "9007199254740993", "-0", "5.5", "11", "99999999999999999999999"])(
  "a satisfaction of %s is out of range",
  async (number) => {
    await expectFailure(
      await put(`{"data":{"website-form":{"satisfaction":${number}}}}`),
      "VALIDATION_ERROR",
    );
  },
);

test("bytes that are not UTF-8 are read as replacement characters", async () => {
  const { token, clientId } = await service.signIn();
  const [start, end] = [Buffer.from('{"data":{"website-form":{"url":"'), Buffer.from('"}}}')];
  const response = await fetch(`${service.url}/v1/onboarding`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: Buffer.concat([start, Buffer.from([0xff, 0xfe]), end]),
  });
  expect(response.status).toBe(200);
  const stored = await service.storage.records.load(clientId);
  expect(stored?.record["website-form"]).toEqual({ url: "\ufffd\ufffd" });
});
