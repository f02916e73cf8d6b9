import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import type { Interview } from "#contract/interview/interview.ts";
import { answer, json } from "../../tests/support/fakes/answered-fetch.ts";
import { speakEnglish } from "../../tests/support/fakes/speak-english.ts";
import { loadInterview, loadRecord, saveRecord } from "./firsthand-api.ts";
import type { Result } from "./result.ts";

beforeEach(() => speakEnglish());
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A server that has this record and knows when it was stored. */
function answerLoad(
  record: () => Response,
  status: () => Response = () => new Response(null, { status: 404 }),
) {
  const fetch = vi.fn(async (address: string, _request: RequestInit) =>
    address === "/v1/onboarding/status" ? status() : record(),
  );
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

/** The result without its headers, for tests of the data alone. */
function withoutHeaders<Data>(result: Result<Data>): Result<Data> {
  return result.ok ? { ok: true, data: result.data } : result;
}

describe("loading the record", () => {
  const load = async () => withoutHeaders(await loadRecord("fhs_1", builtInInterview, { withTimes: true }));
  const website = { "website-form": { url: "https://rosa.example", satisfaction: 7 } };
  const NO_FACTS = { revision: undefined, savedAt: undefined, submittedAt: undefined };
  const withEtag = (etag: string) =>
    new Response(JSON.stringify({ data: website }), {
      headers: { "content-type": "application/json", etag },
    });

  test("begins while the interview is loading, and ends when the interview is there", async () => {
    const fetch = answerLoad(() => withEtag('"7"'));
    const { promise: coming, resolve: arrive } = Promise.withResolvers<Interview>();
    const loading = loadRecord("fhs_1", coming, { withTimes: true });
    expect(fetch).toHaveBeenCalledWith("/v1/onboarding", expect.anything());
    arrive(builtInInterview);
    expect(await loading).toMatchObject({ ok: true, data: { record: website, revision: 7 } });
  });

  test("fails without an interview", async () => {
    answerLoad(() => withEtag('"7"'));
    expect(await loadRecord("fhs_1", Promise.resolve(undefined), { withTimes: true })).toMatchObject({
      ok: false,
      error: { code: "PARSE_ERROR" },
    });
  });

  test("is an empty success at revision 0 when nothing was ever saved", async () => {
    answerLoad(() => json({ code: "NOT_FOUND", message: "Nothing here." }, 404));
    expect(await load()).toEqual({ ok: true, data: { ...NO_FACTS, record: {}, revision: 0 } });
    answerLoad(() => new Response(null, { status: 404 }));
    expect(await load()).toEqual({ ok: true, data: { ...NO_FACTS, record: {}, revision: 0 } });
  });

  test.for([
    ['"7"', 7],
    ['W/"7"', 7],
    ['"7-gzip"', 7],
    ['"0"', 0],
    ['"a hash"', undefined],
    ["", undefined],
  ] as const)("returns its revision: %s", async ([etag, revision]) => {
    answerLoad(() => withEtag(etag));
    expect(await load()).toMatchObject({ ok: true, data: { revision } });
  });

  test("returns when it was stored and submitted", async () => {
    const times = { updatedAt: "2026-03-01T12:00:00Z", submittedAt: "2026-03-02T12:00:00Z" };
    const fetch = answerLoad(
      () => json({ data: website }),
      () => json({ data: { state: "submitted", ...times } }),
    );
    expect(await load()).toMatchObject({
      ok: true,
      data: { savedAt: "2026-03-01T12:00:00Z", submittedAt: "2026-03-02T12:00:00Z" },
    });
    const tokens = fetch.mock.calls.map(([, { headers }]) => new Headers(headers).get("authorization"));
    expect(tokens).toEqual(["Bearer fhs_1", "Bearer fhs_1"]);
  });

  test.for([
    ["is not there", () => new Response(null, { status: 404 })],
    ["fails", () => new Response(null, { status: 500 })],
    ["gets no answer", () => Promise.reject(new TypeError())],
    ["is of another shape", () => json({ data: { updatedAt: 5 } })],
    ["knows of none", () => json({ data: { updatedAt: null, submittedAt: null } })],
  ] as const)("does not fail when the status %s", async ([, status]) => {
    answerLoad(() => json({ data: website }), status as () => Response);
    expect(await load()).toEqual({ ok: true, data: { ...NO_FACTS, record: website } });
  });

  test.for([
    { data: { data: { "website-form": { url: 5 } } } },
    { data: { data: "junk" } },
    { data: { old: 5 } },
    { data: { "booking-process": { responses: [null] } } },
    { data: [] },
  ])("refuses a record of another shape, rather than showing an empty one: %j", async (body) => {
    answerLoad(() => json(body));
    expect(await load()).toMatchObject({ ok: false, error: { code: "PARSE_ERROR" } });
  });

  test("passes any other failure on", async () => {
    answerLoad(() => new Response(null, { status: 403 }));
    expect(await load()).toMatchObject({ ok: false, error: { code: "FORBIDDEN" } });
  });

  test.for([
    ["in data", { data: website }],
    ["as the whole body", website],
    ["in data within data", { data: { data: website } }],
  ] as const)("finds the entries %s", async ([, body]) => {
    answerLoad(() => json(body));
    expect(await load()).toMatchObject({ ok: true, data: { record: website } });
  });

  test("accepts entries that the interview does not know", async () => {
    const record = { ...website, "from-long-ago": { url: 5, responses: [{ content: "x" }] } };
    answerLoad(() => json({ data: record }));
    expect(await load()).toEqual({ ok: true, data: { ...NO_FACTS, record } });
  });

  test("accepts unknown fields and values that are no longer offered", async () => {
    const record = {
      "business-profile": { employees: "a dozen", mood: "good" },
      "tool-selection": { selectedTools: ["abacus"], toolRatings: { abacus: 9 } },
      "booking-process": { responses: [{ content: "We call.", mood: "good" }] },
    };
    answerLoad(() => json({ data: record }));
    expect(await load()).toEqual({ ok: true, data: { ...NO_FACTS, record } });
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
    answerLoad(() => json({ data: record }));
    expect(await load()).toMatchObject({ ok: false, error: { code: "PARSE_ERROR" } });
  });
});

describe("loading the interview", () => {
  test("uses the hash if the page knows it, so that the browser's cache can answer", async () => {
    const fetch = answer(json({ data: { interview: builtInInterview, hash: "a/b" } }));
    expect(await loadInterview("a/b")).toEqual({ ok: true, data: builtInInterview });
    expect(fetch.mock.calls[0]?.[0]).toBe("/v1/interview?hash=a%2Fb");
  });

  test("uses no hash if the page does not know one", async () => {
    const fetch = answer(json({ data: { interview: builtInInterview, hash: "h" } }));
    await loadInterview(undefined);
    expect(fetch.mock.calls[0]?.[0]).toBe("/v1/interview");
  });

  test("refuses an invalid definition", async () => {
    answer(json({ data: { interview: { sections: [] }, hash: "h" } }));
    expect(await loadInterview(undefined)).toMatchObject({ ok: false, error: { code: "PARSE_ERROR" } });
  });
});

describe("saving", () => {
  const data = { "website-form": { url: "https://rosa.example" } };
  const saving = {
    request: { data },
    revision: 7,
    idempotencyKey: "id-1",
    keepalive: false,
  };
  const saved = { revision: 8, savedAt: "2026-03-01T12:00:00Z", submittedAt: null };
  const sent = (fetch: ReturnType<typeof answer>) => {
    const [address, request] = fetch.mock.calls[0] ?? [];
    return { address, ...request, headers: Object.fromEntries(new Headers(request?.headers)) };
  };

  test("sends the record with the token, its key, and the revision it is based on", async () => {
    const fetch = answer(json({ data: saved }));
    const result = withoutHeaders(await saveRecord("fhs_1", { ...saving, request: { data, submit: true } }));
    expect(result).toEqual({
      ok: true,
      data: { revision: 8, savedAt: "2026-03-01T12:00:00Z", submittedAt: undefined },
    });
    const { address, method, body, headers, keepalive } = sent(fetch);
    expect([address, method, keepalive]).toEqual(["/v1/onboarding", "PUT", false]);
    expect(JSON.parse(String(body))).toEqual({ data, submit: true });
    expect(headers).toMatchObject({
      authorization: "Bearer fhs_1",
      "idempotency-key": "id-1",
      "if-match": '"7"',
      "content-type": "application/json",
    });
  });

  test("names revision 0 when nothing was ever saved, and none when the server counts none", async () => {
    const never = answer(json({ data: saved }));
    await saveRecord("fhs_1", { ...saving, revision: 0 });
    expect(sent(never).headers).toHaveProperty("if-match", '"0"');
    const uncounted = answer(json({ data: {} }));
    await saveRecord("fhs_1", { ...saving, revision: undefined });
    expect(sent(uncounted).headers).not.toHaveProperty("if-match");
    expect(sent(uncounted).headers).toHaveProperty("idempotency-key", "id-1");
  });

  test("reports which follow-ups the client has seen", async () => {
    const none = answer(json({ data: saved }));
    await saveRecord("fhs_1", saving);
    expect(sent(none).headers).toHaveProperty("x-firsthand-seen-asks", "none");
    const some = answer(json({ data: saved }));
    await saveRecord("fhs_1", { ...saving, seenAsk: "2026-03-01T12:00:00.000Z" });
    expect(sent(some).headers).toHaveProperty("x-firsthand-seen-asks", "2026-03-01T12:00:00.000Z");
  });

  test("can outlive the page on request", async () => {
    const fetch = answer(json({ data: saved }));
    await saveRecord("fhs_1", { ...saving, keepalive: true });
    expect(sent(fetch).keepalive).toBe(true);
  });

  test.for([
    ["in the body", { data: { revision: 8 } }, undefined, 8],
    ["in the body rather than the header", { data: { revision: 8 } }, '"9"', 8],
    ["in the header alone", { data: {} }, 'W/"9"', 9],
    ["nowhere", { data: {} }, undefined, undefined],
    ["in no header that counts", { data: {} }, '"a hash"', undefined],
  ] as const)("reads its new revision %s", async ([, body, etag, revision]) => {
    const headers = { "content-type": "application/json", ...(etag && { etag }) };
    answer(new Response(JSON.stringify(body), { headers }));
    const result = withoutHeaders(await saveRecord("fhs_1", saving));
    expect(result).toEqual({ ok: true, data: { revision, savedAt: undefined, submittedAt: undefined } });
  });

  test("passes a failure on, with its status", async () => {
    answer(json({ code: "CONFLICT", message: "The record has moved on.", revision: 9 }, 412));
    expect(await saveRecord("fhs_1", saving)).toMatchObject({
      ok: false,
      error: { code: "CONFLICT", status: 412 },
    });
  });
});
