import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { written } from "../support/data/written.ts";
import { parseRaw, sendRaw } from "../support/peers/raw-http.ts";
import { expectSafeHeaders } from "../support/security/expected-headers.ts";
import { expectFailure, INSIDES } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";
import { smallSite } from "../support/service/site-folder.ts";

const small = smallSite();
let service: Service;
let token: string;
beforeAll(async () => {
  service = await startService({ site: small.site });
  ({ token } = await service.signIn());
});
afterAll(async () => {
  await service.close();
  small.remove();
});

function expectSafe(headers: Headers, cacheControl?: string | RegExp) {
  expectSafeHeaders(headers, cacheControl);
  expect(headers.has("set-cookie")).toBe(false);
}

const kinds: [string, number, string, string, object][] = [
  ["a sign-in that fails", 401, "POST", "/v1/auth/exchange", { body: { key: "x" } }],
  ["a logout", 200, "POST", "/v1/auth/logout", {}],
  ["a call without a token", 401, "GET", "/v1/onboarding", {}],
  ["an unknown address", 404, "GET", "/nowhere", {}],
  ["an address that cannot be read", 400, "GET", "/%zz", {}],
  ["a method that is not allowed", 405, "DELETE", "/v1/onboarding", {}],
  [
    "a preflight of another origin",
    405,
    "OPTIONS",
    "/v1/onboarding",
    { headers: { origin: "https://evil.example", "access-control-request-method": "PUT" } },
  ],
  ["broken JSON", 400, "POST", "/v1/auth/exchange", { body: "{" }],
  [
    "a body of another type",
    415,
    "POST",
    "/v1/auth/exchange",
    { body: "x", headers: { "content-type": "text/plain" } },
  ],
  ["a body that is too large", 413, "POST", "/v1/auth/exchange", { body: { key: "x".repeat(5_000) } }],
  ["a body of the wrong shape", 422, "POST", "/v1/auth/exchange", { body: {} }],
  ["a probe", 200, "GET", "/healthz", {}],
  ["a probe's head", 200, "HEAD", "/readyz", {}],
];

describe("every security header, no cookie and no access for other origins is on", () => {
  test.each(kinds)("%s (%i)", async (_, status, method, path, options) => {
    const response = await service.call(method, path, {
      headers: { origin: "https://evil.example" },
      ...options,
    });
    expect(response.status).toBe(status);
    expectSafe(response.headers);
    expect(await response.text()).not.toMatch(INSIDES);
  });

  test("the OpenAPI document, which is requested again each time", async () => {
    const response = await service.call("GET", "/openapi.json");
    expect(response.status).toBe(200);
    expectSafe(response.headers, /^no-cache$/);
  });

  test("a sign-in, a save, a record, its status", async () => {
    const { accessKey } = await service.addClient();
    const responses = [
      await service.call("POST", "/v1/auth/exchange", { body: { key: accessKey } }),
      await service.call("PUT", "/v1/onboarding", { token, body: { data: written("x") } }),
      await service.call("GET", "/v1/onboarding", { token }),
      await service.call("GET", "/v1/onboarding/status", { token }),
    ];
    for (const response of responses) {
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
      expectSafe(response.headers);
    }
  });

  test("the interview, and its 304", async () => {
    const full = await service.call("GET", "/v1/interview");
    expectSafe(full.headers, "no-cache");
    const headers = { "if-none-match": full.headers.get("etag") ?? "" };
    expectSafe((await service.call("GET", "/v1/interview", { headers })).headers, "no-cache");
  });

  test("the page and its files", async () => {
    expectSafe((await service.call("GET", "/")).headers, "no-cache");
    expectSafe((await service.call("GET", "/sw.js")).headers, "no-cache");
    expectSafe((await service.call("GET", "/manifest.webmanifest")).headers, "no-cache");
    expectSafe((await service.call("GET", "/robots.txt")).headers, "no-cache");
    expectSafe((await service.call("GET", "/assets/app-1a2b.js")).headers, /immutable/);
  });

  const broken: [string, number, string][] = [
    ["bytes that are no HTTP", 400, "GARBAGE\r\n\r\n"],
    ["a header without a name", 400, "GET / HTTP/1.1\r\nHost: x\r\n: x\r\n\r\n"],
    [
      "two lengths for one body",
      400,
      "POST /v1/auth/logout HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
    ],
    [
      "a length and chunks at once",
      400,
      "POST /v1/auth/logout HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
    ],
    ["a header of 20 KB", 431, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`],
    ["no Host header", 400, "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n"],
  ];
  test.each(broken)("the answer to %s (%i)", async (_, status, bytes) => {
    const answer = parseRaw(await sendRaw(service.url, bytes));
    expect(answer.status).toBe(status);
    expectSafe(answer.headers);
    expect(JSON.parse(answer.body)).toMatchObject({ code: "BAD_REQUEST", message: expect.any(String) });
    expect(answer.body).not.toMatch(INSIDES);
  });
});

test("an unknown Expect header is ignored", async () => {
  const bytes = "GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n";
  const answer = parseRaw(await sendRaw(service.url, bytes));
  expect(answer.status).toBe(200);
  expectSafe(answer.headers);
});

test("an unknown address is answered as such in JSON, whatever it contains", async () => {
  for (const path of [
    "/v1/",
    "/v1/onboarding/",
    "/V1/onboarding",
    "/v1//onboarding",
    "/%00",
    "/..%2f..%2fetc/passwd",
    `/${"x".repeat(3_000)}`,
  ]) {
    await expectFailure(await service.call("GET", path), "NOT_FOUND");
  }
});
