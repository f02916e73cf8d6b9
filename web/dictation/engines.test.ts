import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type DictationOptions, dictationWith } from "../../tests/support/fakes/dictation-with.ts";
import * as engines from "../../tests/support/fakes/speech-engines.ts";
import { findSpeech } from "./recognizer.ts";

/** Starts dictation for the question `one`, in a browser whose engine replays these recordings. */
function begin(recordings: engines.Recording[], options?: DictationOptions) {
  const { window, runs } = engines.browserWith(...recordings);
  const speech = findSpeech(window);
  if (!speech) throw new Error("The browser has no speech recognition");
  const dictation = dictationWith(speech, options);
  dictation.start("one");
  return { ...dictation, runs };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("spoken words become one answer, word for word:", () => {
  test("desktop Chrome, with a stop", async () => {
    const { pass, stop, boxes, submitted } = begin([engines.desktopChrome]);
    await pass(1_700);
    expect(boxes.one).toBe("we call back the same day");
    await pass(3_000);
    stop();
    await pass(140);
    expect(submitted).toEqual([
      ["one", "We call back the same day. They like it.", "we call back the same day they like it"],
    ]);
  });

  test.for([
    ["guesses", engines.androidChrome, "We call back."],
    ["cumulative", engines.androidCumulative, "Hi how is the weather."],
    ["sent again", engines.androidResent, "We call back the same day."],
  ] as const)("Android Chrome, which ends on its own: %s", async ([, recording, text]) => {
    const { pass, page, submitted, state, runs } = begin([recording]);
    page.state.mayRestart = false;
    await pass(2_500);
    expect(submitted.map(([, answer]) => answer)).toEqual([text]);
    expect([state().phase, runs.length]).toEqual(["idle", 1]);
  });

  test("Safari, whose final words come after the stop", async () => {
    const { pass, stop, boxes, submitted } = begin([engines.safari]);
    await pass(2_000);
    expect(boxes.one).toBe("We call back the");
    stop();
    await pass(700);
    expect(submitted).toEqual([["one", "We call back the same day."]]);
  });

  test("Safari, where the end never comes", async () => {
    const { pass, stop, submitted } = begin([engines.safariWithoutEnd]);
    await pass(2_000);
    stop();
    await pass(1_600);
    expect(submitted).toEqual([["one", "We call back the same day."]]);
  });

  test("an engine that ends in each pause is restarted, with a sentence for each", async () => {
    const { pass, stop, boxes, submitted, runs } = begin([
      engines.endsInPause("we", "we call back"),
      engines.endsInPause("they like it"),
      engines.endsInPause(),
    ]);
    await pass(3_200);
    expect(boxes.one).toBe("we call back they like it");
    stop();
    await pass(150);
    expect(submitted.map(([, text]) => text)).toEqual(["We call back. They like it."]);
    expect(runs).toHaveLength(3);
  });

  test("an engine that loses its service keeps its guesses", async () => {
    const { pass, submitted, state } = begin([engines.brokenLine]);
    await pass(2_100);
    expect(submitted.map(([, text]) => text)).toEqual(["We call."]);
    expect(state()).toMatchObject({ phase: "failed", ending: { cause: "network" } });
  });

  test("an engine that dies in the middle counts as ended, and is started again", async () => {
    const { pass, stop, submitted, runs } = begin([engines.diesWhileHearing, engines.endsInPause()]);
    await pass(30_701);
    expect(runs).toHaveLength(2);
    stop();
    await pass(1_600);
    expect(submitted.map(([, text]) => text)).toEqual(["We call back."]);
  });

  test("another page that takes the microphone counts as a stop", async () => {
    const { pass, submitted, state, runs } = begin([engines.interrupted]);
    await pass(2_100);
    expect(submitted.map(([, text]) => text)).toEqual(["We call."]);
    expect([state().phase, runs.length]).toEqual(["idle", 1]);
  });
});

describe("the cause is reported, and whether another try is worthwhile:", () => {
  test.for([
    ["a setting blocks the microphone", engines.blockedBySetting, "blocked", false],
    ["the client refuses it", engines.refusedByClient, "refused", false],
    ["there is no microphone", engines.noMicrophone, "no-microphone", false],
    ["the service is for another browser", engines.noService, "network", false],
    ["it is switched off", engines.switchedOff, "no-service", true],
    ["it has no English", engines.noLanguage, "no-language", true],
    ["it never sends the end of its error", engines.noLanguagePack, "no-language", true],
    ["it never answers", engines.silent, "no-answer", true],
  ] as const)("%s", async ([, recording, cause, isDead]) => {
    const { pass, state, runs } = begin([recording]);
    await pass(4_000);
    expect(state()).toMatchObject({ phase: "failed", ending: { kind: "failed", cause }, isDead });
    expect(runs).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a setting blocks the microphone on a slow device, and the browser reports that", async () => {
    const { pass, state } = begin([engines.refusedByClient], { permission: "denied" });
    await pass(4_000);
    expect(state()).toMatchObject({ ending: { cause: "blocked" } });
  });

  test("no one spoke", async () => {
    const { pass, state, runs } = begin([engines.noSpeech]);
    await pass(9_000);
    expect(state()).toMatchObject({ phase: "idle", ending: { kind: "unheard" }, isDead: false });
    expect(runs).toHaveLength(1);
  });

  test("a second press finds no service either, and dictation is no longer offered", async () => {
    const { pass, start, state } = begin([engines.noService, engines.noService]);
    await pass(1_000);
    start("one");
    await pass(1_000);
    expect(state()).toMatchObject({ isDead: true, ending: { cause: "network" } });
  });
});

describe("an engine that gives no sign", () => {
  test.for(["prompt", undefined] as const)(
    "while the permission is %s may wait for the client; the second time dictation is no longer offered",
    async (permission) => {
      const { pass, start, state } = begin([engines.silent, engines.silent], { permission });
      await pass(24_999);
      expect(state().phase).toBe("starting");
      await pass(1);
      expect(state()).toMatchObject({ phase: "failed", ending: { cause: "no-answer" }, isDead: false });
      start("one");
      await pass(25_000);
      expect(state()).toMatchObject({ phase: "failed", ending: { cause: "no-answer" }, isDead: true });
    },
  );

  test("but opens the microphone has heard nothing; the second time dictation is no longer offered", async () => {
    const { pass, start, state } = begin([engines.deaf, engines.deaf]);
    await pass(30_100);
    expect(state()).toMatchObject({ phase: "idle", ending: { kind: "unheard" }, isDead: false });
    start("one");
    await pass(30_100);
    expect(state()).toMatchObject({ phase: "failed", ending: { cause: "no-answer" }, isDead: true });
  });

  test("can be stopped meanwhile, which is not a failure", async () => {
    const { pass, stop, state } = begin([engines.silent]);
    await pass(1_000);
    stop();
    await pass(1_500);
    expect(state()).toMatchObject({ phase: "idle", isDead: false });
  });
});

describe("names that the engine is unlikely to guess", () => {
  test("are passed to it", () => {
    const { runs } = begin([engines.desktopChrome], { phrases: ["Rosa", "Xero"] });
    expect(runs[0]?.phrases).toEqual([{ phrase: "Rosa" }, { phrase: "Xero" }]);
  });

  test("cause no further run after the client has stopped", async () => {
    const refusesLate = { events: [], afterStop: engines.refusesPhrases.events };
    const { pass, stop, runs } = begin([refusesLate], { phrases: ["Rosa"] });
    stop();
    await pass(2_000);
    expect(runs).toHaveLength(1);
  });

  test("are left out from then on when the engine accepts none", async () => {
    const { pass, stop, start, runs, state } = begin(
      [engines.refusesPhrases, engines.desktopChrome, engines.desktopChrome],
      { phrases: ["Rosa"] },
    );
    await pass(500);
    expect(state().phase).toBe("listening");
    stop();
    await pass(100);
    start("two");
    expect(runs.map(({ phrases }) => phrases.length)).toEqual([1, 0, 0]);
  });
});

test("a busy engine is started again a second later", async () => {
  const { pass, state, runs } = begin([engines.stillBusy, engines.desktopChrome]);
  await pass(999);
  expect([runs.length, state().phase]).toEqual([1, "starting"]);
  await pass(121);
  expect([runs.length, state().phase]).toEqual([2, "listening"]);
});
