import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { answer, json } from "../../tests/support/fakes/answered-fetch.ts";
import { speakEnglish } from "../../tests/support/fakes/speak-english.ts";
import { endSession, exchangeKey } from "./auth-api.ts";

beforeEach(() => speakEnglish());
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("exchanging a key", () => {
  const credentials = { accessToken: "fhs_1", clientId: "c1", clientName: "Rosa" };

  test("returns the credentials, wrapped in data or not, whatever else the answer contains", async () => {
    const fetch = answer(json({ data: { ...credentials, expiresAt: "2026-03-01T12:00:00Z" } }));
    expect(await exchangeKey({ key: "fh_key" })).toEqual({ ok: true, credentials });
    expect(fetch.mock.calls[0]).toMatchObject(["/v1/auth/exchange", { body: '{"key":"fh_key"}' }]);
    answer(json(credentials));
    expect(await exchangeKey({ key: "fh_key" })).toEqual({ ok: true, credentials });
  });

  test("sends the page's version and time zone", async () => {
    const fetch = answer(json({ data: credentials }));
    await exchangeKey({ key: "fh_key" });
    expect(fetch.mock.calls[0]?.[1]?.headers).toMatchObject({
      "x-firsthand-page": "2",
      "x-time-zone": Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  });

  test("returns the key of the client's drafts, if the server has one", async () => {
    answer(json({ data: { ...credentials, draftKey: "0_-" } }));
    expect(await exchangeKey({ key: "fh_key" })).toEqual({
      ok: true,
      credentials: { ...credentials, draftKey: "0_-" },
    });
  });

  test.for([500, 503])("is unavailable in the catalog's words with a %i", async (status) => {
    answer(json({ code: "UNAVAILABLE", message: "The database is locked." }, status));
    expect(await exchangeKey({ key: "fh_key" })).toEqual({
      ok: false,
      failure: { kind: "unavailable", message: "Server error. Please try again later." },
    });
  });

  test.for([400, 401, 403, 404, 429])("shows the server's own message for a %i", async (status) => {
    answer(json({ code: "INVALID_ACCESS_KEY", message: "In the server's words." }, status));
    expect(await exchangeKey({ key: "fh_key" })).toEqual({
      ok: false,
      failure: { kind: "refused", code: "INVALID_ACCESS_KEY", message: "In the server's words." },
    });
  });

  test("sends the PIN along if there is one", async () => {
    const fetch = answer(json({ data: credentials }));
    await exchangeKey({ key: "fh_key", pin: "123456" });
    expect(JSON.parse(String(fetch.mock.calls[0]?.[1]?.body))).toEqual({ key: "fh_key", pin: "123456" });
  });

  test.for([
    ["PIN_REQUIRED", 401, "pin"],
    ["PIN_WRONG", 401, "pin"],
    ["PIN_STOPPED", 403, "refused"],
  ] as const)("with a right key and %s says so in the server's words", async ([code, status, kind]) => {
    answer(json({ code, message: "About the PIN." }, status));
    expect(await exchangeKey({ key: "fh_key" })).toEqual({
      ok: false,
      failure: { kind, ...(kind === "refused" && { code }), message: "About the PIN." },
    });
  });

  test("has no message for a 4xx without one, so that the screen shows its own", async () => {
    answer(new Response(null, { status: 401 }));
    expect(await exchangeKey({ key: "fh_key" })).toEqual({
      ok: false,
      failure: { kind: "refused", code: expect.any(String), message: "" },
    });
  });

  test.for([
    ["an unreadable success", () => new Response("<html>")],
    ["broken JSON", () => new Response("{", { headers: { "content-type": "application/json" } })],
    ["a success of another shape", () => json({ data: { accessToken: "fhs_1" } })],
    ["an empty token", () => json({ ...credentials, accessToken: "" })],
  ] as const)("reports no connection for %s", async ([, response]) => {
    answer(response());
    expect(await exchangeKey({ key: "fh_key" })).toEqual({ ok: false, failure: { kind: "no-connection" } });
  });

  test("reports no connection when fetch fails", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError()));
    expect(await exchangeKey({ key: "fh_key" })).toEqual({ ok: false, failure: { kind: "no-connection" } });
  });
});

describe("ending the session", () => {
  test("notifies the server even when the page is closing, and ignores failures", () => {
    const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.reject(new TypeError()));
    vi.stubGlobal("fetch", fetch);
    endSession("fhs_1");
    expect(fetch.mock.calls[0]).toMatchObject([
      "/v1/auth/logout",
      { method: "POST", keepalive: true, headers: { authorization: "Bearer fhs_1" } },
    ]);
  });
});
