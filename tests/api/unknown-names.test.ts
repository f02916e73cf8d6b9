import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SavedClient, savedClient } from "../support/data/saved-client.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
let client: SavedClient;
beforeAll(async () => {
  service = await startService({ env: { FIRSTHAND_RATE_SESSION: "0" } });
  client = await savedClient(service);
});
afterAll(() => service.close());

/** Names that an attacker would like to set, and names that every object inherits. */
const names = [
  "clientId",
  "role",
  "revision",
  "submittedAt",
  "admin",
  "id",
  "constructor",
  "toString",
  "hasOwnProperty",
  "",
  "data",
  " website-form",
  "Website-Form",
  "office-pets",
];

const levels: [string, (extra: object) => object][] = [
  ["", (extra) => ({ data: {}, ...extra })],
  ["data", (extra) => ({ data: extra })],
  ["data.website-form", (extra) => ({ data: { "website-form": extra } })],
  ["data.business-profile", (extra) => ({ data: { "business-profile": extra } })],
  ["data.tool-selection", (extra) => ({ data: { "tool-selection": extra } })],
  ["data.tool-selection.toolRatings", (extra) => ({ data: { "tool-selection": { toolRatings: extra } } })],
  ["data.booking-process", (extra) => ({ data: { "booking-process": { responses: [], ...extra } } })],
  [
    "data.booking-process.responses.0",
    (extra) => ({ data: { "booking-process": { responses: [{ content: "x", ...extra }] } } }),
  ],
];

describe("an unknown name is refused by its path, and nothing is stored, at the level of", () => {
  test.each(levels)("%j", async (level, hold) => {
    for (const name of names.filter((candidate) => !isKnown(level, candidate))) {
      const body = hold({ [name]: 1 });
      const response = await service.call("PUT", "/v1/onboarding", { token: client.token, body });
      const { details } = await expectFailure(response, "VALIDATION_ERROR");
      expect(details?.map(({ path }) => path)).toContain(level === "" ? name : `${level}.${name}`);
    }
    await client.expectUnchanged();
  });
});

function isKnown(level: string, name: string): boolean {
  return (level === "" && name === "data") || (level.endsWith("responses.0") && name === "id");
}

test("with very many problems the first 20 are listed", async () => {
  const data = Object.fromEntries(Array.from({ length: 10_000 }, (_, place) => [`name-${place}`, 1]));
  const response = await service.call("PUT", "/v1/onboarding", { token: client.token, body: { data } });
  expect((await expectFailure(response, "VALIDATION_ERROR")).details).toHaveLength(20);
  await client.expectUnchanged();
});

test("a very long name is cut in the answer", async () => {
  const response = await service.call("PUT", "/v1/onboarding", {
    token: client.token,
    body: { data: { ["x".repeat(100_000)]: 1 } },
  });
  expect(JSON.stringify(await expectFailure(response, "VALIDATION_ERROR")).length).toBeLessThan(1_000);
});
