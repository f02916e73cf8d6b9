import { afterAll, beforeAll, expect, test } from "vitest";
import { type Document, operationsOf, readDocument } from "../support/data/openapi.ts";
import { type Service, startService } from "../support/service/service.ts";

/** The API reference for integrators, generated from the OpenAPI document. */

const COMPRESSED_AT_MOST_BYTES = 64_000;

let service: Service;
let document: Document;
let response: Response;
let page: string;
beforeAll(async () => {
  service = await startService({
    env: { FIRSTHAND_METRICS_TOKEN: "the-operators-own-token", FIRSTHAND_PROVIDER_NAME: "Tom & Jo" },
  });
  document = await readDocument(service);
  response = await service.call("GET", "/api");
  page = await response.text();
});
afterAll(() => service.close());

const matches = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, match = ""]) => match);
const ids = () => matches(/ id="([^"]+)"/g);

test("it has every call of the document once, under its name", () => {
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const calls = [...operationsOf(document).values()].map(({ operationId }) => operationId);
  expect(calls.length).toBeGreaterThan(150);
  expect(matches(/<article id="([^"]+)"/g).sort()).toEqual(calls.sort());
});

test("it has every shape and every failure of the document", () => {
  const { schemas = {}, examples = {} } = document.components as { [part: string]: object };
  const expected = [
    ...Object.keys(schemas).map((name) => `schema-${name}`),
    ...Object.keys(examples).map((code) => `error-${code}`),
  ];
  expect(expected.filter((id) => !ids().includes(id))).toEqual([]);
});

test("no name occurs twice, and each link has a target", () => {
  const known = new Set(ids());
  expect(ids().length).toBe(known.size);
  const links = matches(/ href="#([^"]+)"/g);
  expect(links.length).toBeGreaterThan(1_000);
  expect([...new Set(links)].filter((id) => !known.has(id))).toEqual([]);
});

test("it says who can make a call, its input and its output", () => {
  const [, call = ""] = /<article id="addClient">([\s\S]*?)<\/article>/.exec(page) ?? [];
  const words = call.replaceAll(/<[^>]*>/g, "").replaceAll("&quot;", '"');
  for (const part of [
    "POST /v1/manage/clients",
    "API token with clients:write and keys:write, or Console session",
    "Idempotency-Key",
    "name: string // 1 to 200 characters",
    'language?: "en" | "es" | null',
    "AddClientRequest = {",
    "AddedClient",
    "SCOPE_MISSING",
    '"name": "Rosa&#39;s Bakery"',
  ])
    expect(words).toContain(part);
  expect(page).toMatch(/<article id="audit">[\s\S]*?<p class="who"><a href="#auth-consoleCookie">/);
  expect(page).toMatch(/<article id="health">[\s\S]*?<p class="who">Anyone</);
});

test("it has no scripts and no inline styles, and loads nothing from elsewhere", async () => {
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(page).not.toMatch(/<script|<style| style="| on\w+="/);
  const outside = matches(/ (?:href|src)="([^"#][^"]*)"/g);
  expect(outside.sort()).toEqual(["/api/page.css", "/openapi.json"]);
  expect(page).toContain('<html lang="en">');
  expect(page).toContain("Tom &amp; Jo");
  const styles = await service.call("GET", "/api/page.css");
  expect([styles.status, styles.headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
});

test("it is sent compressed, and not sent again to a reader who has it", async () => {
  const etag = response.headers.get("etag") ?? "";
  const again = await service.call("GET", "/api", { headers: { "if-none-match": etag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const compressed = await fetch(`${service.url}/api`, {
    method: "HEAD",
    headers: { "accept-encoding": "br" },
  });
  expect(compressed.headers.get("content-encoding")).toBe("br");
  const length = Number(compressed.headers.get("content-length"));
  expect(length).toBeGreaterThan(0);
  expect(length).toBeLessThan(COMPRESSED_AT_MOST_BYTES);
});
