import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Take } from "#contract/api/calls.ts";
import { type FakeTakes, fakeTakes } from "../../tests/support/fakes/fake-takes.ts";
import { speakEnglish } from "../../tests/support/fakes/speak-english.ts";
import { failedResult, type Result } from "../api/result.ts";
import { awaitTranscripts } from "./transcripts.ts";

const timers = {
  setTimeout: (run: () => void, afterMs: number) => setTimeout(run, afterMs),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
};

let server: FakeTakes;

function setUp(...ids: string[]) {
  const pending = new Set(ids);
  let isSeen = true;
  let token: Result<string> = { ok: true, data: "fhs_1" };
  const takes: Take[] = [];
  const elsewhere: string[] = [];
  const transcripts = awaitTranscripts({
    findToken: async () => token,
    timers,
    pending: () => [...pending],
    isSeen: () => isSeen,
    onTake(take) {
      takes.push(take);
      if (take.state === "transcribed") pending.delete(take.takeId);
    },
    onElsewhere: (id) => void elsewhere.push(id),
  });
  return {
    transcripts,
    pending,
    elsewhere,
    words: () => takes.flatMap(({ transcript }) => transcript ?? []),
    outcomes: () => transcripts.store.getState(),
    show: (shown: boolean) => {
      isSeen = shown;
    },
    signIn: (next: Result<string>) => {
      token = next;
    },
  };
}

beforeEach(() => {
  speakEnglish();
  server = fakeTakes();
  vi.stubGlobal("fetch", server.answer);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the words arrive automatically, and then nothing is requested any more", async () => {
  server.tell("t1", "queued");
  const { transcripts, words } = setUp("t1");
  transcripts.look();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(words()).toEqual([]);
  server.tell("t1", "transcribed", { transcript: "two of us" });
  await vi.advanceTimersByTimeAsync(1_500);
  expect(words()).toEqual(["two of us"]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(server.calls).toHaveLength(2);
});

test("requests become rarer, down to twice a minute", async () => {
  server.tell("t1", "queued");
  const { transcripts } = setUp("t1");
  transcripts.look();
  await vi.advanceTimersByTimeAsync(120_000);
  server.calls.length = 0;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(server.calls).toHaveLength(4);
});

test("a new take is requested soon, however long the others have taken", async () => {
  server.tell("t1", "queued");
  const { transcripts, pending } = setUp("t1");
  transcripts.look();
  await vi.advanceTimersByTimeAsync(120_000);
  server.tell("t2", "queued");
  pending.add("t2");
  server.calls.length = 0;
  transcripts.look();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(server.calls).toEqual(["GET t1", "GET t2"]);
});

test.for(["silent", "not-transcribed", "failed", "refused"] as const)(
  "a take that is %s is not requested again automatically",
  async (state) => {
    server.tell("t1", state);
    const { transcripts, outcomes } = setUp("t1");
    transcripts.look();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(outcomes()).toEqual({ t1: state });
    expect(server.calls).toHaveLength(1);
  },
);

test("a transcript without a word counts as silence", async () => {
  server.tell("t1", "transcribed", { transcript: " " });
  const { transcripts, outcomes } = setUp("t1");
  transcripts.look();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(outcomes()).toEqual({ t1: "silent" });
});

test("a failed take is awaited again when the client retries it", async () => {
  server.tell("t1", "failed");
  const { transcripts, words } = setUp("t1");
  transcripts.look();
  await vi.advanceTimersByTimeAsync(1_000);
  server.tell("t1", "transcribed", { transcript: "two of us" });
  transcripts.again("t1");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(words()).toEqual(["two of us"]);
});

describe("nothing is requested", () => {
  test("while the page is hidden", async () => {
    server.tell("t1", "queued");
    const { transcripts, show } = setUp("t1");
    show(false);
    transcripts.look();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(server.calls).toEqual([]);
    show(true);
    transcripts.again();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.calls).toEqual(["GET t1"]);
  });

  test("without a session, and without a connection for more than one take at a time", async () => {
    server.tell("t1", "queued");
    const { transcripts, signIn } = setUp("t1", "t2");
    signIn(failedResult("NOT_AUTHENTICATED", "Not authenticated"));
    transcripts.look();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.calls).toEqual([]);
    signIn({ ok: true, data: "fhs_1" });
    server.meet("no connection");
    await vi.advanceTimersByTimeAsync(1_500);
    expect(server.calls).toEqual(["GET t1"]);
  });

  test("after the end", async () => {
    server.tell("t1", "queued");
    const { transcripts } = setUp("t1");
    transcripts.look();
    transcripts.stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(server.calls).toEqual([]);
  });
});

test("a take missing or incomplete on the server may be on this device", async () => {
  server.tell("t2", "receiving");
  const { transcripts, outcomes, elsewhere } = setUp("t1", "t2");
  transcripts.look();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(outcomes()).toEqual({ t1: "elsewhere", t2: "receiving" });
  expect(elsewhere).toEqual(["t1", "t2"]);
});
