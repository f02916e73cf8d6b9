import { lookup } from "node:dns";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { successSchema } from "#contract/api/calls.ts";
import type { EndpointFacts } from "#contract/api/endpoint.ts";
import { endpoints } from "#contract/api/endpoints.ts";
import { wires } from "#contract/api/wires/wires.ts";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { examplesFor } from "../../server/api-document/examples/examples.ts";
import { buildApp } from "../../server/app.ts";
import { openBriefs } from "../../server/briefs/briefs.ts";
import { CatalogError } from "../../server/http/errors.ts";
import { isBytes } from "../../server/http/serve.ts";
import { webhookEgressPolicy } from "../../server/outgoing/egress-policy.ts";
import { type Document, type Operation, operationsOf, readDocument } from "../support/data/openapi.ts";
import { eachMethod } from "../support/service/each-method.ts";
import { type Service, startService } from "../support/service/service.ts";

const env = { FIRSTHAND_METRICS_TOKEN: "the-operators-own-token" };
const all: { [name: string]: EndpointFacts } = { ...endpoints, ...manageEndpoints };
const summaries: { [name: string]: { summary: string } } = { ...wires, ...manageEndpoints };

let service: Service;
let document: Document;
let operations: Map<string, Operation>;
beforeAll(async () => {
  service = await startService({ env });
  document = await readDocument(service);
  operations = operationsOf(document);
});
afterAll(() => service.close());

const operationOf = ({ method, path }: EndpointFacts) => operations.get(`${method} ${path}`);

describe("the OpenAPI document", () => {
  test("names exactly the calls of the contract, each by its key", () => {
    expect(document.openapi).toMatch(/^3\.1/);
    const documented = [...operations].map(
      ([route, { operationId, summary }]) => `${operationId} ${route}: ${summary}`,
    );
    const expected = Object.entries(all).map(
      ([name, { method, path }]) => `${name} ${method} ${path}: ${summaries[name]?.summary}`,
    );
    expect(documented.sort()).toEqual(expected.sort());
  });

  test("says for every call how to sign in", () => {
    const expected = { nobody: "", client: "clientSession", operator: "operatorToken" };
    for (const endpoint of Object.values(all)) {
      const schemes = operationOf(endpoint)?.security.flatMap(Object.keys).join(" or ");
      const { caller } = endpoint;
      if (caller === "manager" || caller === "administrator")
        expect(["consoleCookie", "consoleCookie or apiToken"]).toContain(schemes);
      else expect(schemes).toBe(expected[caller]);
    }
  });

  test("says which calls are for people only", () => {
    expect(operationOf(manageEndpoints.addApiToken)?.security).toEqual([{ consoleCookie: [] }]);
    expect(operationOf(manageEndpoints.addClient)?.security).toContainEqual({
      apiToken: ["clients:write", "keys:write"],
    });
    expect(operationOf(manageEndpoints.me)?.security).toContainEqual({ apiToken: [] });
    expect(operationOf(manageEndpoints.audit)?.security).toEqual([{ consoleCookie: [] }]);
  });

  test("says for each call about clients and their answers which scope a token needs", () => {
    const ofClients = Object.values(manageEndpoints).filter(
      ({ path, caller }) => caller === "manager" && !/^\/v1\/manage\/(me|managers)\b/.test(path),
    );
    expect(ofClients.filter((endpoint) => !("scope" in endpoint))).toEqual([]);
    // no scope covers settings and accounts; an administrator's token may erase clients and write interviews
    const others = Object.values(manageEndpoints).filter(({ caller }) => caller !== "manager");
    const isOfInterviews = (endpoint: object) => "scope" in endpoint && endpoint.scope === "interviews:write";
    const scoped = others.filter((endpoint) => "scope" in endpoint && !isOfInterviews(endpoint));
    expect(scoped).toEqual([manageEndpoints.eraseClient]);
    expect(others.filter(isOfInterviews)).toHaveLength(10);
  });

  test("marks what a later release removes", () => {
    expect(operationOf(manageEndpoints.listThreads)).toMatchObject({ deprecated: true });
    expect(operationOf(manageEndpoints.listFollowUps)).not.toHaveProperty("deprecated");
  });

  test("has a name and an example for every body", () => {
    const bare = [...operations].flatMap(([route, { requestBody, responses }]) =>
      [requestBody, responses["200"]].flatMap((place) => {
        const json = place?.content?.["application/json"];
        if (!json) return [];
        const { $ref, properties, type } = json.schema ?? {};
        const data = properties?.data;
        const isNamed = [$ref, data?.$ref, data?.items?.$ref].some((name) => name !== undefined);
        // an answer without content, or one with its own schema
        const isEmpty = Object.keys(data?.properties ?? {}).length === 0 && type === "object";
        return json.example !== undefined && (isNamed || isEmpty) ? [] : [route];
      }),
    );
    expect(bare).toEqual([]);
  });

  test("describes what a save can contain, kind by kind", () => {
    const text = JSON.stringify(document).toLowerCase();
    for (const name of [
      "responses",
      "employees",
      "selectedtools",
      "satisfaction",
      "chosen",
      "if-match",
      "idempotency-key",
    ]) {
      expect(text).toContain(`"${name}"`);
    }
  });

  test("describes audio as bytes, not as JSON", () => {
    const bytes = { schema: { type: "string", format: "binary" } };
    expect(operationOf(endpoints.takePart)).toMatchObject({
      requestBody: { required: true, content: { "audio/*": bytes } },
    });
    expect(operationOf(endpoints.takeAudio)).toMatchObject({
      responses: {
        "200": { content: { "audio/mp4": bytes } },
        "206": { content: { "audio/mp4": bytes } },
      },
    });
  });
});

test("each example is valid for its own call", () => {
  const examples = examplesFor(builtInInterview);
  const served = new Map(
    service.app.routeTable.map(({ method, endpoint }) => [`${method} ${endpoint?.path}`, endpoint]),
  );
  const faults = Object.entries(all).flatMap(([name, { method, path }]) => {
    const { body, data, answers = {} } = served.get(`${method} ${path}`) ?? {};
    const bare = answers[200];
    const answer = data ?? (bare && !("files" in bare) ? bare : undefined);
    const example = examples[name] ?? {};
    return [
      ...(body && !isBytes(body) ? faultsOf(`${name} takes`, body, example.body) : []),
      ...(answer ? faultsOf(`${name} answers`, answer, example.answer) : []),
    ];
  });
  expect(faults).toEqual([]);
  expect(Object.keys(examples).filter((name) => !(name in all))).toEqual([]);
  // proves that the schemas find errors
  expect(faultsOf("x", successSchema(z.string()), { data: 1 })).toHaveLength(1);
});

function faultsOf(what: string, schema: z.core.$ZodType, value: unknown): string[] {
  const parsed = z.safeParse(schema, value);
  return parsed.success ? [] : [`${what}: ${parsed.error.message}`];
}

test("an answer that is not in the document fails its test", async () => {
  const storage = eachMethod(service.storage, (name, method) => async (...args) => {
    if (name === "sessions.list") throw new CatalogError("TAKE_QUOTA");
    return method(...args);
  });
  const { token } = await service.signIn();
  const strange = await startService({ storage });
  expect((await strange.call("GET", endpoints.sessions.path, { token })).status).toBe(409);
  await expect(strange.close()).rejects.toThrow("GET /v1/auth/sessions answers 409 TAKE_QUOTA");
});

test("a route without declared callers is refused", async () => {
  const app = await buildApp({
    config: service.config,
    book: service.book,
    storage: service.storage,
    audio: service.audio,
    secrets: service.secrets,
    passwords: service.passwords,
    erased: service.erased,
    briefs: openBriefs({ config: service.config, path: "", timeZone: () => "UTC", clock: Date.now }),
    search: service.search,
    mail: service.mail,
    settings: service.settings,
    outgoingMail: { reach: webhookEgressPolicy("public"), lookup, findTexts: async () => [] },
    checks: service.checks,
    sending: service.sending,
    openId: undefined,
    site: undefined,
    offersRecording: true,
    wakeWorker: () => undefined,
    wakeBulk: () => undefined,
    metrics: undefined,
    isStopping: () => false,
    clock: Date.now,
    logger: service.app.log,
  });
  expect(() => app.get("/open-door", async () => "")).toThrow("GET /open-door does not say who may call it");
  await app.close();
});
