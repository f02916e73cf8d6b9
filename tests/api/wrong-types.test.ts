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

async function expectRefused(body: unknown, path: string) {
  const response = await service.call("PUT", "/v1/onboarding", { token: client.token, body });
  const { details } = await expectFailure(response, "VALIDATION_ERROR");
  // errors of list or object members are reported at their own paths
  expect(details?.filter((detail) => detail.path.startsWith(path))).not.toEqual([]);
  await client.expectUnchanged();
}

const answer = { content: "x" };
/** Each field of a save, as its path and a body with a value at that path. */
const fields: [string, (value: unknown) => object][] = [
  ["website-form", (value) => ({ "website-form": value })],
  ["website-form.url", (url) => ({ "website-form": { url } })],
  ["website-form.satisfaction", (satisfaction) => ({ "website-form": { satisfaction } })],
  ["business-profile", (value) => ({ "business-profile": value })],
  ["business-profile.employees", (employees) => ({ "business-profile": { employees } })],
  ["business-profile.locations", (locations) => ({ "business-profile": { locations } })],
  ["business-profile.revenue", (revenue) => ({ "business-profile": { revenue } })],
  ["tool-selection", (value) => ({ "tool-selection": value })],
  ["tool-selection.selectedTools", (selectedTools) => ({ "tool-selection": { selectedTools } })],
  ["tool-selection.selectedTools.0", (tool) => ({ "tool-selection": { selectedTools: [tool] } })],
  ["tool-selection.customTools", (customTools) => ({ "tool-selection": { customTools } })],
  ["tool-selection.toolRatings", (toolRatings) => ({ "tool-selection": { toolRatings } })],
  ["tool-selection.toolRatings.xero", (xero) => ({ "tool-selection": { toolRatings: { xero } } })],
  ["booking-process", (value) => ({ "booking-process": value })],
  ["booking-process.section", (section) => ({ "booking-process": { section, responses: [] } })],
  ["booking-process.question", (question) => ({ "booking-process": { question, responses: [] } })],
  ["booking-process.responses", (responses) => ({ "booking-process": { responses } })],
  ["booking-process.responses.0", (value) => ({ "booking-process": { responses: [value] } })],
  ["current-tools.responses.0.content", (content) => ({ "current-tools": { responses: [{ content }] } })],
  ["booking-process.responses.0.id", (id) => ({ "booking-process": { responses: [{ ...answer, id }] } })],
  [
    "booking-process.responses.0.type",
    (type) => ({ "booking-process": { responses: [{ ...answer, type }] } }),
  ],
  [
    "booking-process.responses.0.source",
    (source) => ({ "booking-process": { responses: [{ ...answer, source }] } }),
  ],
  ["booking-process.responses.0.raw", (raw) => ({ "booking-process": { responses: [{ ...answer, raw }] } })],
  [
    "booking-process.responses.0.timestamp",
    (timestamp) => ({ "booking-process": { responses: [{ ...answer, timestamp }] } }),
  ],
];
/** Values that are wrong in every field. */
const values: unknown[] = [null, true, 0.5, -1, [null], [[]], { length: 1 }];

describe("a value of the wrong type is refused by its path, and nothing is stored:", () => {
  test.each(fields)("%s", async (path, hold) => {
    for (const value of values) await expectRefused({ data: hold(value) }, `data.${path}`);
  });

  test.each([null, [], "data", 7, true])("data: %j", async (data) => {
    await expectRefused({ data }, "data");
  });

  test.each(["", "null", "[]", '"data"', "7"])("the body %j", async (body) => {
    await expectRefused(body, "");
  });

  test("a body without data", async () => {
    await expectRefused({ submit: true }, "data");
  });
});
