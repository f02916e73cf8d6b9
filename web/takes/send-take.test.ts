import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TAKE_PART_MAX_BYTES } from "#contract/limits.ts";
import { type FakeTakes, fakeTakes } from "../../tests/support/fakes/fake-takes.ts";
import { speakEnglish } from "../../tests/support/fakes/speak-english.ts";
import type { KeptTake } from "./kept-takes.ts";
import { sendTake } from "./send-take.ts";

const TAKE: KeptTake = {
  id: "t1",
  questionId: "team-description",
  mimeType: "audio/webm;codecs=opus",
  startedAt: "2026-03-01T12:00:00.000Z",
  durationMs: 8_000,
  isSilent: false,
  isAnswer: true,
};
/** Audio of two full parts and one byte. */
const SOUND = new Blob(["a".repeat(TAKE_PART_MAX_BYTES), "b".repeat(TAKE_PART_MAX_BYTES), "c"], {
  type: TAKE.mimeType,
});

let server: FakeTakes;
let progress: number[];
const send = (isWanted = () => true) =>
  sendTake("fhs_1", { take: TAKE, sound: SOUND, isWanted, onProgress: (percent) => progress.push(percent) });

beforeEach(() => {
  speakEnglish();
  server = fakeTakes();
  progress = [];
  vi.stubGlobal("fetch", server.answer);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("parts of 64 KiB are sent one after the other, and then the take is closed", async () => {
  expect(await send()).toMatchObject({ ok: true, data: { takeId: "t1", state: "queued" } });
  expect(server.calls).toEqual(["GET t1", "PUT parts/0 t1", "PUT parts/1 t1", "PUT parts/2 t1", "PUT t1"]);
  expect(server.soundOf("t1")).toBe(await SOUND.text());
  expect(server.takeOf("t1")?.question).toBe("team-description");
  expect(progress).toEqual([0, 33, 66, 100]);
});

describe("after an interruption", () => {
  test.for(["no connection", "lost answer", { status: 503, code: "UNAVAILABLE" }] as const)(
    "by %j only the missing parts are sent",
    async (fault) => {
      const { answer } = server;
      vi.stubGlobal("fetch", async (address: string, request: RequestInit) => {
        if (address.endsWith("/parts/1")) server.meet(fault);
        return answer(address, request);
      });
      expect(await send()).toMatchObject({ ok: false });
      vi.stubGlobal("fetch", answer);
      server.calls.length = 0;
      expect(await send()).toMatchObject({ ok: true });
      expect(server.calls).not.toContain("PUT parts/0 t1");
      expect(server.calls).toContain("PUT parts/2 t1");
      expect(server.soundOf("t1")).toBe(await SOUND.text());
    },
  );

  test("of the closing call nothing is sent again", async () => {
    await send();
    server.calls.length = 0;
    server.tell("t1", "transcribed", { transcript: "two of us" });
    expect(await send()).toMatchObject({ ok: true, data: { transcript: "two of us" } });
    expect(server.calls).toEqual(["GET t1"]);
  });
});

test("a take that is no longer wanted is not sent further", async () => {
  const isWanted = vi.fn<() => boolean>().mockReturnValueOnce(true).mockReturnValue(false);
  expect(await send(isWanted)).toEqual({ ok: true, data: undefined });
  expect(server.calls).toEqual(["GET t1", "PUT parts/0 t1"]);
});

test("a refusal by the server returns its sentence", async () => {
  server.meet({ status: 409, code: "TAKE_QUOTA" });
  expect(await send()).toMatchObject({
    ok: false,
    error: {
      code: "TAKE_QUOTA",
      status: 409,
      message: expect.stringContaining("no room for more recordings"),
    },
  });
});
