import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Take } from "#contract/api/calls.ts";
import { type FakeTakes, fakeTakes } from "../../tests/support/fakes/fake-takes.ts";
import { speakEnglish } from "../../tests/support/fakes/speak-english.ts";
import type { CallError, Result } from "../api/result.ts";
import { failedResult } from "../api/result.ts";
import { pageLocks } from "../draft/locks.ts";
import { startDelivery } from "./delivery.ts";
import { keepTakes } from "./kept-takes.ts";

const timers = {
  setTimeout: (run: () => void, afterMs: number) => setTimeout(run, afterMs),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
};

let server: FakeTakes;

function setUp() {
  const kept = keepTakes({ storage: undefined, locks: pageLocks(undefined) });
  let token: Result<string> = { ok: true, data: "fhs_1" };
  const sent: Take[] = [];
  const signedOut: CallError[] = [];
  const unwanted = new Set<string>();
  const delivery = startDelivery({
    kept,
    findToken: async () => token,
    timers,
    random: () => 0.5,
    isWanted: (id) => !unwanted.has(id),
    onSent: (take) => void sent.push(take),
    onSignedOut: (error) => void signedOut.push(error),
  });
  const add = (id: string) => {
    const facts = {
      questionId: "team-description",
      startedAt: "2026-03-01T12:00:00.000Z",
      durationMs: 1_000,
    };
    kept.begin({ id, mimeType: "", isSilent: false, isAnswer: true, ...facts });
    kept.add(id, new Blob([id]), "audio/webm");
    delivery.add(id);
  };
  return {
    kept,
    delivery,
    add,
    signedOut,
    unwanted,
    sentIds: () => sent.map(({ takeId }) => takeId),
    state: () => delivery.store.getState(),
    signIn: (next: Result<string>) => {
      token = next;
    },
  };
}

const settle = () => vi.advanceTimersByTimeAsync(1);

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

test("takes are sent one after the other, and leave the queue when the server has them", async () => {
  const { add, sentIds, state } = setUp();
  add("t1");
  add("t2");
  expect(state()).toEqual({
    t1: { phase: "sending", percent: 0 },
    t2: { phase: "sending", percent: 0 },
  });
  await vi.waitFor(() => expect(sentIds()).toEqual(["t1", "t2"]));
  expect(state()).toEqual({});
  expect(server.calls.slice(0, 3)).toEqual(["GET t1", "PUT parts/0 t1", "PUT t1"]);
});

test("a take added while the last one is being sent is sent too", async () => {
  const { add, sentIds } = setUp();
  add("t1");
  await settle();
  add("t2");
  await vi.waitFor(() => expect(sentIds()).toEqual(["t1", "t2"]));
});

describe("without a connection", () => {
  test("all wait, and are tried again automatically, at growing intervals", async () => {
    const { add, state, sentIds } = setUp();
    server.meet("no connection", "no connection");
    add("t1");
    add("t2");
    await settle();
    const waiting = { phase: "waiting", cause: "connection" };
    expect(state()).toEqual({ t1: waiting, t2: waiting });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(server.calls).toEqual(["GET t1", "GET t1"]);
    await vi.advanceTimersByTimeAsync(7_900);
    expect(server.calls).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(200);
    await vi.waitFor(() => expect(sentIds()).toEqual(["t1", "t2"]));
  });

  test("they continue at once when the browser is online again", async () => {
    const { add, delivery, sentIds } = setUp();
    server.meet("no connection");
    add("t1");
    await settle();
    delivery.retry();
    await vi.waitFor(() => expect(sentIds()).toEqual(["t1"]));
  });
});

test.for([
  ["a server that is busy", { status: 503, code: "UNAVAILABLE" }],
  ["a network that answers in the server's place", { status: 200, code: "PLEASE_SIGN_IN" }],
  ["a server that has had too many requests", { status: 429, code: "RATE_LIMITED" }],
] as const)("%s is tried again", async ([, fault]) => {
  const { add, state, sentIds } = setUp();
  server.meet(fault);
  add("t1");
  await settle();
  expect(state()).toEqual({ t1: { phase: "waiting", cause: "server" } });
  await vi.advanceTimersByTimeAsync(8_000);
  await vi.waitFor(() => expect(sentIds()).toEqual(["t1"]));
});

describe("a session that has ended", () => {
  test("is reported, and sending waits for the next session", async () => {
    const { add, delivery, state, signedOut, signIn, sentIds } = setUp();
    server.meet({ status: 401, code: "UNAUTHORIZED" });
    add("t1");
    await settle();
    expect(signedOut).toMatchObject([{ status: 401 }]);
    expect(state()).toEqual({ t1: { phase: "waiting", cause: "session" } });
    signIn(failedResult("NOT_AUTHENTICATED", "Not authenticated"));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(server.calls).toEqual(["GET t1"]);
    signIn({ ok: true, data: "fhs_2" });
    delivery.retry();
    await vi.waitFor(() => expect(sentIds()).toEqual(["t1"]));
  });
});

describe("a take that the server refuses", () => {
  test("stops with the catalog's sentence, and the others continue", async () => {
    const { add, state, sentIds } = setUp();
    server.meet({ status: 409, code: "TAKE_QUOTA" });
    add("t1");
    add("t2");
    await vi.waitFor(() => expect(sentIds()).toEqual(["t2"]));
    expect(state()).toEqual({
      t1: {
        phase: "stopped",
        message: "There’s no room for more recordings. Please delete one, or type your answer.",
      },
    });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(server.calls.filter((call) => call.endsWith("t1"))).toHaveLength(1);
  });

  test("is tried again when the client asks", async () => {
    const { add, delivery, state, sentIds } = setUp();
    server.meet({ status: 409, code: "TAKE_QUOTA" });
    add("t1");
    await settle();
    delivery.retry("t1");
    expect(state()).toEqual({ t1: { phase: "sending", percent: 0 } });
    await vi.waitFor(() => expect(sentIds()).toEqual(["t1"]));
  });
});

test("a take whose answer was deleted meanwhile leaves the queue", async () => {
  const { add, state, unwanted, sentIds } = setUp();
  unwanted.add("t1");
  add("t1");
  await settle();
  expect(state()).toEqual({});
  expect(sentIds()).toEqual([]);
});

describe("before signing out", () => {
  test("everything is tried once more, and the wait ends if it cannot be sent now", async () => {
    const { add, delivery, state } = setUp();
    server.meet("no connection", "no connection");
    add("t1");
    await settle();
    await delivery.flush();
    expect(state()).toEqual({ t1: { phase: "waiting", cause: "connection" } });
    await delivery.flush();
    expect(state()).toEqual({});
  });
});

test("nothing is tried after the end", async () => {
  const { add, delivery } = setUp();
  server.meet("no connection");
  add("t1");
  await settle();
  delivery.stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(server.calls).toEqual(["GET t1"]);
});
