import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import type { TypedFacts } from "#contract/api/endpoint.ts";
import { endpoints } from "#contract/api/endpoints.ts";
import { speakEnglish } from "../../tests/support/fakes/speak-english.ts";
import { call, callForBlob } from "./call.ts";

const NAME = z.object({ name: z.string() });
const TEAPOT = { code: "TEAPOT", message: "Short and stout.", requestId: "r1" };

function json(body: unknown, init: ResponseInit = {}): Response {
  return new Response(JSON.stringify(body), { headers: { "content-type": "application/json" }, ...init });
}

function answer(response: Response) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => response);
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

function failFetch(error: unknown): void {
  vi.stubGlobal("fetch", () => Promise.reject(error));
}

/** The error of an answer to a plain load. */
async function errorOf(response: Response) {
  answer(response);
  const result = await call(endpoints.load, { schema: NAME });
  return result.ok ? undefined : result.error;
}

beforeEach(() => speakEnglish());
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("these statuses decide alone, with a body or without", () => {
  test.for([
    [401, "UNAUTHORIZED", "Authentication failed. Please try logging in again."],
    [403, "FORBIDDEN", "Access denied. Your session may have expired."],
    [404, "NOT_FOUND", "Resource not found."],
    [500, "SERVER_ERROR", "Server error. Please try again later."],
    [503, "SERVER_ERROR", "Server error. Please try again later."],
    [599, "SERVER_ERROR", "Server error. Please try again later."],
  ] as const)("%i is %s", async ([status, code, message]) => {
    expect(await errorOf(json(TEAPOT, { status }))).toEqual({ code, message, status });
    expect(await errorOf(new Response(null, { status }))).toEqual({ code, message, status });
    expect(await errorOf(new Response("<h1>Oops</h1>", { status }))).toEqual({ code, message, status });
  });
});

describe("any other failure", () => {
  test("has the server's code and message", async () => {
    expect(await errorOf(json(TEAPOT, { status: 418 }))).toEqual({
      code: "TEAPOT",
      message: "Short and stout.",
      status: 418,
    });
  });

  test("has the server's message where it gives no code", async () => {
    const body = { message: "Only a message." };
    const message = "Only a message.";
    expect(await errorOf(json(body, { status: 418 }))).toEqual({ code: "HTTP_ERROR", message, status: 418 });
  });

  test("has our message when the code is in the catalog", async () => {
    const body = { code: "VALIDATION_ERROR", message: "data.website-form.url: too long" };
    expect(await errorOf(json(body, { status: 422 }))).toEqual({
      code: "VALIDATION_ERROR",
      message: "Some of the data isn’t valid. Nothing was saved.",
      status: 422,
    });
  });

  test.for([
    ["no body", () => new Response(null, { status: 418 })],
    ["a body that is not JSON", () => new Response("short and stout", { status: 418 })],
    [
      "broken JSON",
      () => new Response("{", { status: 418, headers: { "content-type": "application/json" } }),
    ],
    ["JSON of another shape", () => json({ error: "TEAPOT" }, { status: 418 })],
    ["JSON that is no object", () => json(null, { status: 418 })],
  ] as const)("is HTTP and the status with %s", async ([, response]) => {
    expect(await errorOf(response())).toEqual({ code: "HTTP_ERROR", message: "HTTP 418", status: 418 });
  });
});

describe("a success", () => {
  const invalidType = { code: "INVALID_CONTENT_TYPE", message: "Expected JSON response.", status: 200 };
  const invalidFormat = { code: "PARSE_ERROR", message: "Invalid response format.", status: 200 };

  test("returns its data field", async () => {
    answer(json({ data: { name: "Rosa" } }));
    expect(await call(endpoints.load, { schema: NAME })).toMatchObject({
      ok: true,
      data: { name: "Rosa" },
    });
  });

  test("returns its whole body when there is no data field", async () => {
    answer(json({ name: "Rosa" }));
    expect(await call(endpoints.load, { schema: NAME })).toMatchObject({
      ok: true,
      data: { name: "Rosa" },
    });
  });

  test("includes its ETag", async () => {
    answer(json({ name: "Rosa" }, { headers: { "content-type": "application/json", etag: '"7"' } }));
    const called = await call(endpoints.load, { schema: NAME });
    expect(called.ok && called.headers?.get("etag")).toBe('"7"');
  });

  test.for([
    "application/json",
    "application/json; charset=utf-8",
    "APPLICATION/JSON",
    "application/problem+json",
  ])("is JSON as %s", async (type) => {
    expect(await errorOf(json({ name: "Rosa" }, { headers: { "content-type": type } }))).toBeUndefined();
  });

  test.for(["text/html", "text/json", "application/jsonp", "application/octet-stream"])(
    "is refused as %s",
    async (type) => {
      const response = json({ name: "Rosa" }, { headers: { "content-type": type } });
      expect(await errorOf(response)).toEqual(invalidType);
    },
  );

  test("is refused without a content type", async () => {
    expect(await errorOf(new Response(null, { status: 204 }))).toEqual({ ...invalidType, status: 204 });
  });

  test.for(["", "{", "{'name': 'Rosa'}", "<html>"])(
    "is refused when its JSON is broken: %j",
    async (text) => {
      const response = new Response(text, { headers: { "content-type": "application/json" } });
      expect(await errorOf(response)).toEqual(invalidFormat);
    },
  );

  test.for([{ name: 5 }, {}, [], null, 5, { data: null }, { data: { name: null } }, { data: { data: {} } }])(
    "is refused when it has another shape: %j",
    async (body) => {
      expect(await errorOf(json(body))).toEqual(invalidFormat);
    },
  );
});

describe("a network error", () => {
  test("of fetch itself is a connection error", async () => {
    failFetch(new TypeError("Failed to fetch"));
    expect(await call(endpoints.load, { schema: NAME })).toEqual({
      ok: false,
      error: {
        code: "CONNECTION_ERROR",
        message: "Unable to connect to server. Please check your internet connection.",
      },
    });
  });

  test("in the middle of the body is a connection error", async () => {
    const body = new ReadableStream({ pull: (stream) => stream.error(new TypeError("network error")) });
    expect(
      await errorOf(new Response(body, { headers: { "content-type": "application/json" } })),
    ).toMatchObject({ code: "CONNECTION_ERROR" });
  });

  test("of another kind has its own message", async () => {
    failFetch(new Error("The cable is cut."));
    expect(await call(endpoints.load, { schema: NAME })).toEqual({
      ok: false,
      error: { code: "NETWORK_ERROR", message: "The cable is cut." },
    });
  });

  test.for([new Error(""), "a text", undefined])("without a message has ours: %s", async (error) => {
    failFetch(error);
    expect(await call(endpoints.load, { schema: NAME })).toEqual({
      ok: false,
      error: { code: "NETWORK_ERROR", message: "Network request failed." },
    });
  });
});

describe("the time limit of 10 seconds", () => {
  const timedOut = {
    ok: false,
    error: {
      code: "TIMEOUT",
      message: "Request timed out. Please check your connection and try again.",
    },
  };

  /** A server that hangs, either before the headers or within the body. */
  function hang(at: "headers" | "body", status = 200): void {
    vi.stubGlobal("fetch", (_address: string, { signal }: { signal: AbortSignal }) => {
      const whenAborted = (act: (reason: unknown) => void) =>
        signal.addEventListener("abort", () => act(signal.reason));
      if (at === "headers") return new Promise((_resolve, reject) => whenAborted(reject));
      const body = new ReadableStream({
        start: (stream) => whenAborted((reason) => stream.error(reason)),
      });
      const headers = { "content-type": "application/json" };
      return Promise.resolve(new Response(body, { status, headers }));
    });
  }

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.for([
    ["headers", 200],
    ["body", 200],
    ["body", 418],
  ] as const)("covers the %s (status %i)", async ([at, status]) => {
    hang(at, status);
    const settled = vi.fn();
    const result = call(endpoints.load, { schema: NAME }).finally(settled);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toEqual(timedOut);
  });

  test("leaves no timer behind, however the call ends", async () => {
    await errorOf(json({ name: "Rosa" }));
    failFetch(new TypeError());
    await call(endpoints.load, { schema: NAME });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a request", () => {
  test("carries the bearer header only with a token, and the token nowhere else", async () => {
    const fetch = answer(json({}));
    await call(endpoints.save, { schema: NAME, token: "fhs_secret", body: { data: {} } });
    await call(endpoints.save, { schema: NAME, body: { data: {} } });
    const [[withAddress, withToken] = [], [, without] = []] = fetch.mock.calls;
    expect(withToken?.headers).toHaveProperty("authorization", "Bearer fhs_secret");
    expect(without?.headers).not.toHaveProperty("authorization");
    const { headers: _headers, ...rest } = { ...withToken };
    expect(JSON.stringify([withAddress, rest])).not.toContain("fhs_secret");
  });

  test("goes to the endpoint's path, with no cookie", async () => {
    const fetch = answer(json({}));
    await call(endpoints.load, { schema: NAME });
    await call(endpoints.interview, { schema: NAME, query: { hash: "abc" } });
    expect(fetch.mock.calls.map(([address]) => address)).toEqual([
      "/v1/onboarding",
      "/v1/interview?hash=abc",
    ]);
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ method: "GET", credentials: "omit", keepalive: false });
  });

  test("says that it is JSON only where it has a body", async () => {
    const fetch = answer(json({}));
    await call(endpoints.exchange, { schema: NAME, body: { key: "fh_1" } });
    await call(endpoints.load, { schema: NAME });
    const [[, withBody] = [], [, without] = []] = fetch.mock.calls;
    expect(withBody).toMatchObject({ method: "POST", body: '{"key":"fh_1"}' });
    expect(withBody?.headers).toMatchObject({ "content-type": "application/json" });
    expect(without).not.toHaveProperty("body");
    expect(without?.headers).not.toHaveProperty("content-type");
  });

  test("has the given headers beside its own", async () => {
    const fetch = answer(json({}));
    const headers = { "if-match": '"7"', "idempotency-key": "id-1" };
    await call(endpoints.save, { schema: NAME, body: { data: {} }, token: "fhs_1", headers });
    expect(fetch.mock.calls[0]?.[1]?.headers).toMatchObject({
      ...headers,
      authorization: "Bearer fhs_1",
      "content-type": "application/json",
    });
  });

  test.for([
    ["is small", "x".repeat(1_000), true],
    ["just fits", "x".repeat(59_998), true],
    ["is larger than browsers let outlive a page", "x".repeat(59_999), false],
    ["is larger by its bytes, not its letters", "ü".repeat(30_000), false],
  ] as const)("that should outlive its page does so when its body %s", async ([, body, keepalive]) => {
    const fetch = answer(json({}));
    const { wire: _typed, ...facts } = endpoints.save;
    const anything: TypedFacts<{ summary: string; body: z.ZodMiniType<unknown> }> = facts;
    await call(anything, { schema: NAME, body, keepalive: true });
    expect(fetch.mock.calls[0]?.[1]).toHaveProperty("keepalive", keepalive);
  });

  test("without a body can outlive its page", async () => {
    const fetch = answer(json({}));
    await call(endpoints.logout, { schema: NAME, keepalive: true });
    expect(fetch.mock.calls[0]?.[1]).toHaveProperty("keepalive", true);
  });
});

describe("a call with its own address", () => {
  const part = { params: { takeId: "a/b", part: "3" }, schema: NAME };

  test("has its values in the path, each as one segment", async () => {
    const fetch = answer(json({ data: { name: "Rosa" } }));
    await call(endpoints.takePart, { ...part, body: new Blob(["sound"]) });
    expect(fetch.mock.calls[0]?.[0]).toBe("/v1/onboarding/takes/a%2Fb/parts/3");
  });

  test("sends audio unchanged, with its own type", async () => {
    const fetch = answer(json({ data: { name: "Rosa" } }));
    const body = new Blob(["sound"], { type: "audio/webm;codecs=opus" });
    await call(endpoints.takePart, { ...part, body, token: "fhs_1" });
    const request = fetch.mock.calls[0]?.[1];
    expect(request?.body).toBe(body);
    expect(new Headers(request?.headers).get("content-type")).toBe("audio/webm;codecs=opus");
    expect(new Headers(request?.headers).get("authorization")).toBe("Bearer fhs_1");
  });
});

describe("a call for a file", () => {
  const sound = { params: { takeId: "t1" } };

  test("returns it with its type", async () => {
    answer(new Response("sound", { headers: { "content-type": "audio/mp4" } }));
    const result = await callForBlob(endpoints.takeAudio, sound);
    expect(result).toMatchObject({ ok: true });
    if (!result.ok) return;
    expect(result.data.type).toBe("audio/mp4");
    expect(await result.data.text()).toBe("sound");
  });

  test("fails like every other call", async () => {
    answer(json({ code: "NOT_FOUND", message: "No." }, { status: 404 }));
    expect(await callForBlob(endpoints.takeAudio, sound)).toMatchObject({
      ok: false,
      error: { code: "NOT_FOUND", status: 404 },
    });
    failFetch(new TypeError("Failed to fetch"));
    expect(await callForBlob(endpoints.takeAudio, sound)).toMatchObject({
      ok: false,
      error: { code: "CONNECTION_ERROR" },
    });
  });

  test("can take longer than others, up to its own limit", async () => {
    vi.useFakeTimers();
    vi.stubGlobal(
      "fetch",
      (_: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
    );
    const result = callForBlob(endpoints.takeAudio, { ...sound, timeoutMs: 60_000 });
    await vi.advanceTimersByTimeAsync(59_999);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toMatchObject({ ok: false, error: { code: "TIMEOUT" } });
    vi.useRealTimers();
  });
});
