import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { recordSchema } from "#contract/record/record.ts";
import { hostileText, recordInput } from "../support/data/arbitraries.ts";
import { takeCalls } from "../support/data/takes.ts";
import { seed, tellSeed, trials } from "../support/faults/faults.ts";
import { hostileStrings } from "../support/security/hostile-strings.ts";
import { type JsonRoute, jsonRoutes } from "../support/security/json-routes.ts";
import { countTried } from "../support/security/security-counts.ts";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
let routes: JsonRoute[];
beforeAll(async () => {
  service = await startService({ env: { FIRSTHAND_RATE_SESSION: "0" } });
  routes = await jsonRoutes(service);
});
beforeEach(tellSeed);
afterAll(() => service.close());

const schema = recordSchema(builtInInterview);
const anyText = fc.oneof(hostileText(), fc.constantFrom(...hostileStrings));
const anyValue = fc.oneof(
  anyText,
  fc.jsonValue({ maxDepth: 4 }),
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, true, [], {}, "", 0, -1, Number.MAX_SAFE_INTEGER),
);

/** A valid value with one change somewhere: a member is replaced, added or removed. */
function spoilt(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== "object" || value === null) return anyValue;
  const names = Object.keys(value);
  const held = value as { [name: string]: unknown };
  const inside = names.map((name) => spoilt(held[name]).map((other) => withMember(value, name, other)));
  const added = fc.tuple(anyText, anyValue).map(([name, other]) => withMember(value, name, other));
  const fewer = names.map((name) => fc.constant(withoutMember(value, name)));
  return fc.oneof(anyValue, added, ...inside, ...fewer);
}

function withMember(value: object, name: string, member: unknown): unknown {
  if (Array.isArray(value)) return value.map((each, place) => (String(place) === name ? member : each));
  return Object.fromEntries([...Object.entries(value), [name, member]]);
}

function withoutMember(value: object, name: string): unknown {
  if (Array.isArray(value)) return value.filter((_, place) => String(place) !== name);
  return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name));
}

test("no body sent to any route causes an internal error", async () => {
  const numRuns = trials(25, 1_000);
  for (const { name, body, send } of routes) {
    await fc.assert(
      fc.asyncProperty(spoilt(body), async (sent) => {
        const response = await send(JSON.stringify(sent) ?? "");
        const answer = `${name} ${response.status} ${await response.text()}`;
        expect(answer).not.toMatch(/^\S+ \S+ 5/);
      }),
      { numRuns, seed },
    );
  }
  countTried("generated bodies", numRuns * routes.length);
});

test("no invalid record is ever stored, whatever is saved", async () => {
  const numRuns = trials(80, 3_000);
  const { token, clientId } = await service.signIn();
  let saved = 0;
  const data = recordInput(builtInInterview).chain((record) => fc.oneof(fc.constant(record), spoilt(record)));
  await fc.assert(
    fc.asyncProperty(data, async (sent) => {
      const body = JSON.stringify({ data: sent });
      const { status } = await service.call("PUT", "/v1/onboarding", { token, body });
      expect([200, 400, 422]).toContain(status);
      if (status === 200) saved++;
      const stored = await service.storage.records.load(clientId);
      if (stored) expect(schema.safeParse(stored.record).error).toBeUndefined();
    }),
    { numRuns, seed },
  );
  expect(saved).toBeGreaterThan(numRuns / 10);
  expect(saved).toBeLessThan(numRuns);
  countTried("generated records", numRuns);
});

test("no header, query or audio causes an internal error", async () => {
  const numRuns = trials(50, 2_000);
  const { token } = await service.signIn();
  const take = takeCalls(service, token);
  const headerText = anyText.map((text) => text.replace(/[^\x20-\x7e\x80-\xff]/g, "").trim());
  const names = [
    "if-match",
    "idempotency-key",
    "x-firsthand-seen-asks",
    "range",
    "accept",
    "cookie",
    "content-encoding",
  ];
  const cases = fc.record({
    name: fc.constantFrom(...names),
    value: headerText,
    query: fc.webQueryParameters(),
    sound: fc.uint8Array({ maxLength: 200 }),
    part: fc.oneof(fc.nat({ max: 200 }), fc.constantFrom("-1", "0x1", "1e1", "%00", "9007199254740993")),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ name, value, query, sound, part }) => {
      const headers = { [name]: value };
      const responses = [
        await service.call("PUT", "/v1/onboarding", { token, body: { data: {} }, headers }),
        await service.call("GET", `/v1/onboarding?${query}`, { token, headers }),
        await take.sendPart(part, new Uint8Array(sound), headers),
        await take.hear(headers),
      ];
      for (const { status } of responses) expect(status).toBeLessThan(500);
    }),
    { numRuns, seed },
  );
  countTried("generated headers, queries and sounds", 4 * numRuns);
});

test("no unexpected error was logged", () => {
  const logged = service.logLines.map((line) => JSON.parse(line) as { level: number });
  expect(logged.filter(({ level }) => level >= 50)).toEqual([]);
});
