import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { builtInInterview } from "#contract/built-in-interview.ts";
import { speakEnglish } from "../translate.ts";
import { endSession, exchangeKey, loadInterview, loadRecord, saveRecord } from "./firsthand-api.ts";

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
}

function answer(response: Response) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => response);
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

beforeEach(() => speakEnglish());
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("exchanging a key", () => {
  const credentials = { accessToken: "fhs_1", clientId: "c1", clientName: "Rosa" };

  test("gives the credentials, wrapped in data or not, whatever else is told", async () => {
    const fetch = answer(json({ data: { ...credentials, expiresAt: "2026-03-01T12:00:00Z" } }));
    expect(await exchangeKey("fh_key")).toEqual({ ok: true, credentials });
    expect(fetch.mock.calls[0]).toMatchObject(["/v1/auth/exchange", { body: '{"key":"fh_key"}' }]);
    answer(json(credentials));
    expect(await exchangeKey("fh_key")).toEqual({ ok: true, credentials });
  });

  test.for([400, 401, 403, 404, 429])("shows the server's own message for a %i", async (status) => {
    answer(json({ code: "INVALID_ACCESS_KEY", message: "In the server's words." }, status));
    expect(await exchangeKey("fh_key")).toEqual({
      ok: false,
      failure: { kind: "refused", message: "In the server's words." },
    });
  });

  test("has no words for a 4xx without any, so that the screen's own are shown", async () => {
    answer(new Response(null, { status: 401 }));
    expect(await exchangeKey("fh_key")).toEqual({ ok: false, failure: { kind: "refused", message: "" } });
  });

  test.for([
    ["an unreadable success", () => new Response("<html>")],
    ["broken JSON", () => new Response("{", { headers: { "content-type": "application/json" } })],
    ["a success of another shape", () => json({ data: { accessToken: "fhs_1" } })],
    ["an empty token", () => json({ ...credentials, accessToken: "" })],
  ] as const)("finds no connection in %s", async ([, response]) => {
    answer(response());
    expect(await exchangeKey("fh_key")).toEqual({ ok: false, failure: { kind: "no-connection" } });
  });

  test("finds no connection where fetch fails", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError()));
    expect(await exchangeKey("fh_key")).toEqual({ ok: false, failure: { kind: "no-connection" } });
  });
});

describe("loading the record", () => {
  const load = () => loadRecord("fhs_1", builtInInterview);
  const website = { "website-form": { url: "https://rosa.example", satisfaction: 7 } };

  test("is an empty success where nothing was ever saved", async () => {
    answer(json({ code: "NOT_FOUND", message: "Nothing here." }, 404));
    expect(await load()).toEqual({ ok: true, data: {} });
    answer(new Response(null, { status: 404 }));
    expect(await load()).toEqual({ ok: true, data: {} });
  });

  test.for([
    { data: { data: { "website-form": { url: 5 } } } },
    { data: { data: "junk" } },
    { data: { old: 5 } },
    { data: { "booking-process": { responses: [null] } } },
    { data: [] },
  ])("refuses a record of another shape, rather than showing an empty one: %j", async (body) => {
    answer(json(body));
    expect(await load()).toMatchObject({ ok: false, error: { code: "PARSE_ERROR" } });
  });

  test("passes any other failure on", async () => {
    answer(new Response(null, { status: 403 }));
    expect(await load()).toMatchObject({ ok: false, error: { code: "FORBIDDEN" } });
  });

  test.for([
    ["in data", { data: website }],
    ["as the whole body", website],
    ["in data within data", { data: { data: website } }],
  ] as const)("finds the entries %s", async ([, body]) => {
    answer(json(body));
    expect(await load()).toEqual({ ok: true, data: website });
  });

  test("lets entries through that the interview does not know", async () => {
    const record = { ...website, "from-long-ago": { url: 5, responses: [{ content: "x" }] } };
    answer(json({ data: record }));
    expect(await load()).toEqual({ ok: true, data: record });
  });

  test("lets unknown fields and values that are no longer offered through", async () => {
    const record = {
      "business-profile": { employees: "a dozen", mood: "good" },
      "tool-selection": { selectedTools: ["abacus"], toolRatings: { abacus: 9 } },
      "booking-process": { responses: [{ content: "We call.", mood: "good" }] },
    };
    answer(json({ data: record }));
    expect(await load()).toEqual({ ok: true, data: record });
  });

  test.for([
    { "website-form": { url: 5 } },
    { "website-form": "https://rosa.example" },
    { "website-form": null },
    { "business-profile": { employees: 3 } },
    { "business-profile": [] },
    { "tool-selection": { selectedTools: "square" } },
    { "tool-selection": { toolRatings: { square: "5" } } },
    { "booking-process": {} },
    { "booking-process": { responses: {} } },
    { "booking-process": { responses: ["We call."] } },
    { "booking-process": { responses: [{ type: "text" }] } },
    { "booking-process": { responses: [{ content: "We call.", type: "video" }] } },
    { "current-tools": { responses: [{ content: 5 }] } },
    "junk",
    [],
    null,
  ])("refuses an entry in the wrong shape: %j", async (record) => {
    answer(json({ data: record }));
    expect(await load()).toMatchObject({ ok: false, error: { code: "PARSE_ERROR" } });
  });
});

describe("loading the interview", () => {
  test("asks by hash where the page knows it, so that the browser's cache can answer", async () => {
    const fetch = answer(json({ data: { interview: builtInInterview, hash: "a/b" } }));
    expect(await loadInterview("a/b")).toEqual({ ok: true, data: builtInInterview });
    expect(fetch.mock.calls[0]?.[0]).toBe("/v1/interview?hash=a%2Fb");
  });

  test("asks without where the page does not", async () => {
    const fetch = answer(json({ data: { interview: builtInInterview, hash: "h" } }));
    await loadInterview(undefined);
    expect(fetch.mock.calls[0]?.[0]).toBe("/v1/interview");
  });

  test("refuses a definition that is none", async () => {
    answer(json({ data: { interview: { sections: [] }, hash: "h" } }));
    expect(await loadInterview(undefined)).toMatchObject({ ok: false, error: { code: "PARSE_ERROR" } });
  });
});

describe("saving", () => {
  test("without a token sends nothing and says so", async () => {
    const fetch = answer(json({}));
    expect(await saveRecord(undefined, { data: {} })).toEqual({
      ok: false,
      error: { code: "NOT_AUTHENTICATED", message: "Not authenticated" },
    });
    expect(fetch).not.toHaveBeenCalled();
  });

  test("sends the record with the token", async () => {
    const fetch = answer(json({ data: { revision: 1, savedAt: "now", submittedAt: null } }));
    const data = { "website-form": { url: "https://rosa.example" } };
    expect(await saveRecord("fhs_1", { data, submit: true })).toMatchObject({ ok: true });
    const [address, request] = fetch.mock.calls[0] ?? [];
    expect([address, request?.method]).toEqual(["/v1/onboarding", "PUT"]);
    expect(JSON.parse(String(request?.body))).toEqual({ data, submit: true });
    expect(request?.headers).toMatchObject({ authorization: "Bearer fhs_1" });
  });
});

describe("ending the session", () => {
  test("tells the server even when the page is going, and minds no failure", () => {
    const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.reject(new TypeError()));
    vi.stubGlobal("fetch", fetch);
    endSession("fhs_1");
    expect(fetch.mock.calls[0]).toMatchObject([
      "/v1/auth/logout",
      { method: "POST", keepalive: true, headers: { authorization: "Bearer fhs_1" } },
    ]);
  });
});
