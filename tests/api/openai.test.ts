import { lookup } from "node:dns";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type OpenaiOptions, openaiTranscriber } from "../../server/transcription/openai.ts";
import { SPOKEN_FILE } from "../support/data/spoken-take.ts";
import { fakeLookup } from "../support/fakes/fake-lookup.ts";
import { type FakeAnswer, type FakeOpenai, fakeOpenai } from "../support/peers/fake-openai.ts";
import { drip, hostileServer } from "../support/peers/hostile-server.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");
let engine: FakeOpenai;
beforeEach(async () => {
  engine = await fakeOpenai();
});
afterEach(() => engine.close());

const transcribe = (more: Partial<OpenaiOptions> = {}, signal = new AbortController().signal) => {
  const transcriber = openaiTranscriber({
    url: `${engine.url}/audio/transcriptions`,
    key: "sk-test",
    model: "whisper-1",
    language: "en",
    timeLimitMs: 10_000,
    lookup,
    clock: () => NOW,
    ...more,
  });
  return transcriber.transcribe(SPOKEN_FILE, signal);
};
const answered = (answer: FakeAnswer) => {
  engine.answerWith(answer);
  return transcribe();
};
const again = (reason: RegExp) => ({ kind: "again", reason: expect.stringMatching(reason) });

describe("the request", () => {
  test("follows the protocol, with the audio, the model and the language", async () => {
    engine.answerWith({ body: { text: "we bake" } });
    expect(await transcribe()).toEqual({ kind: "text", text: "we bake" });
    expect(engine.problems).toEqual([]);
    expect(engine.requests).toEqual([
      {
        fields: { model: "whisper-1", response_format: "json", language: "en" },
        seconds: expect.closeTo(3.99, 1),
      },
    ]);
  });

  test("names no language when the engine detects it", async () => {
    await transcribe({ language: undefined });
    expect(engine.requests[0]?.fields).toEqual({ model: "whisper-1", response_format: "json" });
  });

  test("has no key where none is set", async () => {
    const open = await fakeOpenai("");
    await transcribe({ url: `${open.url}/audio/transcriptions`, key: undefined });
    expect(open.problems).toEqual(["authorization"]);
    await open.close();
  });
});

describe("a problem that may pass is tried again:", () => {
  test.each([401, 403, 404, 408, 409, 429, 500, 502, 503])("status %i", async (status) => {
    expect(await answered({ status })).toEqual(again(new RegExp(` ${status}$`)));
  });

  test.each([301, 302, 307, 308])("a redirect (%i), which is not followed", async (status) => {
    const other = await fakeOpenai();
    const location = `${other.url}/audio/transcriptions`;
    expect(await answered({ status, headers: { location } })).toEqual(again(new RegExp(` ${status}$`)));
    expect([other.requests, other.problems]).toEqual([[], []]);
    await other.close();
  });

  test.each<[string, FakeAnswer, RegExp]>([
    ["no JSON", { body: "<html>" }, /not the protocol's/],
    ["half an answer", { body: '{"text":"we ba' }, /not the protocol's/],
    ["no text", { body: { text: null } }, /not the protocol's/],
    ["an answer that never ends", { body: "x".repeat(65_536), times: 100_000 }, /too long/],
  ])("%s", async (_name, answer, reason) => {
    expect(await answered(answer)).toEqual(again(reason));
  });

  test("an engine that hangs", async () => {
    engine.answerWith({ hangs: true });
    expect(await transcribe({ timeLimitMs: 50 })).toEqual(again(/TimeoutError/));
  });

  test("an engine that sends bytes slowly without end", async () => {
    const slow = await hostileServer(drip("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", " "));
    expect(await transcribe({ url: slow.url, timeLimitMs: 150 })).toEqual(again(/TimeoutError/));
    await slow.close();
  });

  test("the connection is closed when an engine refuses at once and keeps sending slowly", async () => {
    const slow = await hostileServer(drip("HTTP/1.1 503 No\r\nContent-Length: 100000\r\n\r\n", " "));
    expect(await transcribe({ url: slow.url })).toEqual(again(/ 503$/));
    await vi.waitFor(() => expect(slow.open()).toBe(0), { interval: 5 });
    await slow.close();
  });

  test("an engine whose name resolves to a cloud metadata address", async () => {
    const { lookup: lying } = fakeLookup("engine.test", ["169.254.169.254"]);
    const url = "http://engine.test/audio/transcriptions";
    expect(await transcribe({ url, lookup: lying })).toEqual(again(/AddressRefused/));
  });

  test("an engine that is not running", async () => {
    const { url } = engine;
    await engine.close();
    expect(await transcribe({ url })).toEqual(again(/ECONNREFUSED/));
    engine = await fakeOpenai();
  });

  test("a server that stops", async () => {
    engine.answerWith({ hangs: true });
    expect(await transcribe({}, AbortSignal.timeout(50))).toEqual(again(/TimeoutError|AbortError/));
  });
});

describe("the engine decides the time of the next try:", () => {
  test.each([
    ["7", 7_000],
    ["0", 0],
    ["Sun, 01 Mar 2026 12:00:30 GMT", 30_000],
    ["Sun, 01 Mar 2026 11:00:00 GMT", 0],
    ["999999", 3_600_000],
    ["soon", undefined],
  ])("Retry-After: %s", async (text, afterMs) => {
    const heard = await answered({ status: 429, headers: { "retry-after": text } });
    expect("afterMs" in heard ? heard.afterMs : undefined).toBe(afterMs);
  });
});

test.each([400, 413, 415, 422])("a take that can never succeed is refused: status %i", async (status) => {
  expect(await answered({ status })).toEqual({
    kind: "refused",
    reason: `the transcriber answered ${status}`,
  });
});

test("no reason contains the key or the transcript", async () => {
  const heard = await answered({ status: 500, body: { error: "sk-test we bake" } });
  expect(JSON.stringify(heard)).not.toMatch(/sk-test|we bake/);
});
