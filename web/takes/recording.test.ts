import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fakeMicrophone } from "../../tests/support/fakes/fake-recorder.ts";
import { createRecording, type EndedTake } from "./recording.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const TEAM = "team-description";

const timers = {
  setTimeout: (run: () => void, afterMs: number) => setTimeout(run, afterMs),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
};

/** Collects what the tape received, take by take. */
function setUp({ hasRoom = true } = {}) {
  const microphone = fakeMicrophone();
  const begun: string[] = [];
  const chunks: { [id: string]: number } = {};
  const ended: EndedTake[] = [];
  const dropped: string[] = [];
  const silenced = vi.fn<() => void>();
  let count = 0;
  const recording = createRecording({
    openMicrophone: microphone.open,
    tape: {
      begin: ({ id, questionId }) => void begun.push(`${id} ${questionId}`),
      add: (id) => {
        chunks[id] = (chunks[id] ?? 0) + 1;
      },
      end: (take) => {
        ended.push(take);
        return hasRoom;
      },
      drop: (id) => void dropped.push(id),
    },
    timers,
    clock: Date.now,
    newId: () => `take-${++count}`,
    silenceOthers: silenced,
  });
  const state = () => recording.store.getState();
  return { recording, microphone, state, begun, chunks, ended, dropped, silenced };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Speaks into a running take; the recorder gives one piece a second. */
async function speak(microphone: ReturnType<typeof fakeMicrophone>, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    microphone.hear("x");
    await vi.advanceTimersByTimeAsync(SECOND);
  }
}

describe("a take", () => {
  test("runs from the press to the stop, and counts its seconds", async () => {
    const { recording, microphone, state, begun, chunks, ended, silenced } = setUp();
    const started = recording.start(TEAM);
    await Promise.resolve();
    expect(state()).toMatchObject({ questionId: TEAM, phase: "starting" });
    await started;
    expect(state()).toMatchObject({ questionId: TEAM, phase: "recording", seconds: 0, level: 0.5 });
    await speak(microphone, 3);
    expect(state().seconds).toBe(3);
    await recording.stop();
    expect(state()).toMatchObject({ questionId: undefined, phase: "idle", failure: undefined });
    expect(begun).toEqual([`take-1 ${TEAM}`]);
    expect(chunks).toEqual({ "take-1": 3 });
    expect(ended).toEqual([{ id: "take-1", durationMs: 3 * SECOND, isSilent: false }]);
    expect(silenced).toHaveBeenCalledOnce();
  });

  test("that is discarded leaves nothing, and the next one is complete", async () => {
    const { recording, microphone, begun, ended, dropped } = setUp();
    await recording.start(TEAM);
    await speak(microphone, 1);
    await recording.discard();
    expect([microphone.isOn(), dropped, ended]).toEqual([false, ["take-1"], []]);
    const opening = recording.start(TEAM);
    await recording.discard();
    await opening;
    expect([microphone.isOn(), begun.length]).toEqual([false, 1]);
    await recording.start(TEAM);
    await speak(microphone, 1);
    await recording.stop();
    expect(ended.map(({ id }) => id)).toEqual(["take-2"]);
  });

  test("is followed by as many others as the client likes", async () => {
    const { recording, microphone, ended } = setUp();
    for (let take = 0; take < 3; take++) {
      await recording.start(TEAM);
      await speak(microphone, 1);
      await recording.stop();
    }
    expect(ended.map(({ id }) => id)).toEqual(["take-1", "take-2", "take-3"]);
  });

  test("includes the pieces that come between the stop and the recorder's end", async () => {
    const { recording, microphone, chunks, ended } = setUp();
    await recording.start(TEAM);
    microphone.hear("first");
    const stopped = recording.stop();
    microphone.hear("last");
    expect(ended).toEqual([]);
    await stopped;
    expect(chunks).toEqual({ "take-1": 2 });
    expect(ended).toHaveLength(1);
  });

  test("turns the microphone off at the stop, not at the recorder's end", async () => {
    const { recording, microphone } = setUp();
    await recording.start(TEAM);
    microphone.hear("first");
    expect(microphone.isOn()).toBe(true);
    const stopped = recording.stop();
    expect(microphone.isOn()).toBe(false);
    await stopped;
  });

  test("of a recorder that does not react to the stop ends after 2 s", async () => {
    const { recording, microphone, state, ended } = setUp();
    await recording.start(TEAM);
    await speak(microphone, 1);
    microphone.ignoreStop();
    const stopped = recording.stop();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(state().phase).toBe("stopping");
    expect(ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await stopped;
    expect(ended).toEqual([{ id: "take-1", durationMs: SECOND, isSilent: false }]);
  });

  test("ends once, even if the recorder reacts after it was given up", async () => {
    const { recording, microphone, chunks, ended } = setUp();
    await recording.start(TEAM);
    microphone.hear("first");
    microphone.ignoreStop();
    void recording.stop();
    await vi.advanceTimersByTimeAsync(2_000);
    microphone.hear("late");
    microphone.end();
    expect(ended).toHaveLength(1);
    expect(chunks).toEqual({ "take-1": 1 });
  });

  test("that the recorder itself ends is an answer too", async () => {
    const { recording, microphone, state, ended } = setUp();
    await recording.start(TEAM);
    await speak(microphone, 2);
    microphone.end();
    expect(ended).toEqual([{ id: "take-1", durationMs: 2 * SECOND, isSilent: false }]);
    expect(state().phase).toBe("idle");
    expect(microphone.isOn()).toBe(false);
  });

  test("is an answer when the microphone is lost", async () => {
    const { recording, microphone, ended, state } = setUp();
    await recording.start(TEAM);
    await speak(microphone, 2);
    microphone.lose();
    await vi.advanceTimersByTimeAsync(0);
    expect(ended).toHaveLength(1);
    expect(state().phase).toBe("idle");
  });

  test("without any audio is not an answer, and says so", async () => {
    const { recording, state, ended, dropped } = setUp();
    await recording.start(TEAM);
    await recording.stop();
    expect(ended).toEqual([]);
    expect(dropped).toEqual(["take-1"]);
    expect(state().failure).toEqual({ questionId: TEAM, cause: "empty" });
  });

  test("for a full question says so", async () => {
    const { recording, microphone, state } = setUp({ hasRoom: false });
    await recording.start(TEAM);
    microphone.hear("first");
    await recording.stop();
    expect(state().failure).toEqual({ questionId: TEAM, cause: "no-room" });
  });
});

describe("pressing", () => {
  test("twice opens one microphone", async () => {
    const { recording, microphone } = setUp();
    const started = [recording.start(TEAM), recording.start(TEAM)];
    await Promise.all(started);
    expect(microphone.open).toHaveBeenCalledOnce();
  });

  test("Record on another question makes an answer of the first", async () => {
    const { recording, microphone, state, ended } = setUp();
    await recording.start(TEAM);
    microphone.hear("first");
    await recording.start("booking-process");
    expect(ended).toMatchObject([{ id: "take-1" }]);
    expect(state()).toMatchObject({ questionId: "booking-process", phase: "recording" });
  });

  test("Stop while the browser is still asking leaves the microphone off", async () => {
    const { recording, microphone, state, begun } = setUp();
    const started = recording.start(TEAM);
    await Promise.resolve();
    await recording.stop();
    await started;
    expect(state().phase).toBe("idle");
    expect(microphone.isOn()).toBe(false);
    expect(begun).toEqual([]);
  });

  test("Stop when nothing runs does nothing", async () => {
    const { recording, ended } = setUp();
    await recording.stop();
    expect(ended).toEqual([]);
  });

  test("Record without a microphone says why, and the next press clears that", async () => {
    const { recording, microphone, state } = setUp();
    microphone.fail("not-allowed");
    await recording.start(TEAM);
    expect(state()).toMatchObject({
      phase: "idle",
      failure: { questionId: TEAM, cause: "not-allowed" },
    });
    microphone.fail(undefined);
    await recording.start(TEAM);
    expect(state()).toMatchObject({ phase: "recording", failure: undefined });
  });
});

describe("silence", () => {
  test("is shown after 5 s, until speech is heard", async () => {
    const { recording, microphone, state } = setUp();
    microphone.setLevel(0);
    await recording.start(TEAM);
    await speak(microphone, 4);
    expect(state().isUnheard).toBe(false);
    await speak(microphone, 1);
    expect(state().isUnheard).toBe(true);
    microphone.setLevel(0.2);
    await speak(microphone, 1);
    expect(state().isUnheard).toBe(false);
  });

  test("from beginning to end marks the take", async () => {
    const { recording, microphone, ended } = setUp();
    microphone.setLevel(0.001);
    await recording.start(TEAM);
    await speak(microphone, 2);
    await recording.stop();
    expect(ended).toMatchObject([{ isSilent: true }]);
  });

  test("is not reported when the browser cannot measure it", async () => {
    const { recording, microphone, state, ended } = setUp();
    microphone.setLevel(undefined);
    await recording.start(TEAM);
    await speak(microphone, 7);
    expect(state().isUnheard).toBe(false);
    await recording.stop();
    expect(ended).toMatchObject([{ isSilent: false }]);
  });
});

describe("after 5 minutes", () => {
  test("the next take begins at once while the client speaks, on the same microphone", async () => {
    const { recording, microphone, state, begun, ended } = setUp();
    await recording.start(TEAM);
    await speak(microphone, 5 * 60);
    expect(ended).toEqual([{ id: "take-1", durationMs: 5 * MINUTE, isSilent: false }]);
    expect(begun).toEqual([`take-1 ${TEAM}`, `take-2 ${TEAM}`]);
    expect(state()).toMatchObject({ phase: "recording", seconds: 0 });
    expect(microphone.open).toHaveBeenCalledOnce();
    expect(microphone.isOn()).toBe(true);
    await speak(microphone, 1);
    await recording.stop();
    expect(ended.map(({ id }) => id)).toEqual(["take-1", "take-2"]);
    expect(microphone.isOn()).toBe(false);
  });

  test("a microphone without speech for 30 s is turned off", async () => {
    const { recording, microphone, state, begun } = setUp();
    await recording.start(TEAM);
    await speak(microphone, 4 * 60 + 25);
    microphone.setLevel(0);
    await speak(microphone, 35);
    expect(begun).toHaveLength(1);
    expect(state().phase).toBe("idle");
    expect(microphone.isOn()).toBe(false);
  });

  test("the next take also begins when the browser cannot detect speech", async () => {
    const { recording, microphone, begun } = setUp();
    microphone.setLevel(undefined);
    await recording.start(TEAM);
    await speak(microphone, 5 * 60 + 1);
    expect(begun).toHaveLength(2);
    await recording.stop();
  });

  test("a failure of the full take does not end the next one", async () => {
    const { recording, microphone, state } = setUp({ hasRoom: false });
    await recording.start(TEAM);
    await speak(microphone, 5 * 60 + 1);
    expect(state()).toMatchObject({ phase: "recording", failure: { cause: "no-room" } });
    expect(microphone.isOn()).toBe(true);
    await recording.stop();
  });

  test("or earlier, when a browser makes more data than the server accepts", async () => {
    const { recording, microphone, begun } = setUp();
    await recording.start(TEAM);
    microphone.hear("x".repeat(9.6 * 1024 * 1024));
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(begun).toHaveLength(2);
    await recording.stop();
  });
});
