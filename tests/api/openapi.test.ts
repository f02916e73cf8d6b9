import { afterAll, beforeAll, expect, test } from "vitest";
import { endpoints } from "#contract/api/endpoints.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { buildApp } from "../../server/app.ts";
import { openBriefs } from "../../server/briefs/briefs.ts";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { FIRSTHAND_METRICS_TOKEN: "the-operators-own-token" } });
});
afterAll(() => service.close());

test("the OpenAPI document names every call of the contract and no other", async () => {
  const response = await service.call("GET", "/openapi.json");
  const document = (await response.json()) as {
    openapi: string;
    paths: { [path: string]: { [method: string]: { summary: string } } };
  };
  expect(document.openapi).toMatch(/^3\.1/);
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary }]) => `${method.toUpperCase()} ${path}: ${summary}`),
  );
  const { openapi, ...described } = endpoints;
  expect(openapi.path).toBe("/openapi.json");
  const expected = Object.values({ ...described, ...manageEndpoints }).map(
    ({ method, path, summary }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}: ${summary}`,
  );
  expect(documented.sort()).toEqual(expected.sort());
});

test("it describes what a save may hold, name by name", async () => {
  const document = JSON.stringify(await (await service.call("GET", "/openapi.json")).json());
  for (const name of [
    "business-profile",
    "tool-selection",
    "website-form",
    "customer-acquisition",
    "If-Match",
    "idempotency-key",
  ]) {
    expect(document.toLowerCase()).toContain(`"${name.toLowerCase()}"`);
  }
});

test("it describes sound as bytes, which is no JSON", async () => {
  const document = (await (await service.call("GET", "/openapi.json")).json()) as {
    paths: { [path: string]: { [method: string]: object } };
  };
  const takes = "/v1/onboarding/takes/{takeId}";
  const bytes = { schema: { type: "string", format: "binary" } };
  expect(document.paths[`${takes}/parts/{part}`]?.put).toMatchObject({
    requestBody: { required: true, content: { "audio/*": bytes } },
  });
  expect(document.paths[`${takes}/audio`]?.get).toMatchObject({
    responses: { "200": { content: { "audio/mp4": bytes } }, "206": { content: { "audio/mp4": bytes } } },
  });
});

test("a route that does not say who may call it is refused", async () => {
  const app = await buildApp({
    config: service.config,
    interviews: service.interviews,
    storage: service.storage,
    audio: service.audio,
    secrets: service.secrets,
    passwords: service.passwords,
    erased: service.erased,
    briefs: openBriefs({ config: service.config, path: "", clock: Date.now }),
    mail: service.mail,
    sending: service.sending,
    openId: undefined,
    asked: service.asked,
    earlier: [],
    site: undefined,
    offersRecording: true,
    wakeWorker: () => undefined,
    metrics: undefined,
    isStopping: () => false,
    clock: Date.now,
    logger: service.app.log,
  });
  expect(() => app.get("/open-door", async () => "")).toThrow("GET /open-door does not say who may call it");
  await app.close();
});
