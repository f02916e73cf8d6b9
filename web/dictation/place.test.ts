import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { dictationWith } from "../../tests/support/fakes/dictation-with.ts";
import { browserWith, desktopChrome, noLanguagePack } from "../../tests/support/fakes/speech-engines.ts";
import { createPlace } from "./place.ts";
import { type Availability, findSpeech, type Speech } from "./recognizer.ts";

const timers = {
  setTimeout: (act: () => void, afterMs: number) => setTimeout(act, afterMs),
  clearTimeout: () => {},
};

type SetUpOptions = {
  found?: (Availability | Error)[];
  installs?: () => Promise<boolean>;
  isWished?: boolean;
};

/** A browser with these answers about its on-device engine, and this way to install it. */
function setUp({ found = ["available"], installs = async () => true, isWished = true }: SetUpOptions = {}) {
  const find = vi.fn(async () => {
    const answer = found.shift();
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error("Nobody asks so often");
    return answer;
  });
  const install = vi.fn(installs);
  const start = () => {
    throw new Error("Nobody speaks");
  };
  const place = createPlace({ start, onDevice: { find, install } }, isWished, timers);
  return { ...place, find: place.find, asked: find, install: place.install, installs: install };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("speech becomes text", () => {
  test("on the device, where that is wished and ready", async () => {
    const { store, find, install, installs } = setUp();
    expect(store.getState().isOnDevice).toBe(false);
    await find();
    await install();
    expect(store.getState().isOnDevice).toBe(true);
    expect(installs).not.toHaveBeenCalled();
  });

  test("as the browser does it where the provider has no wish, and nothing is asked or fetched", async () => {
    const { store, find, install, asked, installs } = setUp({ isWished: false });
    await find();
    await install();
    expect(store.getState().isOnDevice).toBe(false);
    expect([asked, installs].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  });

  test.for(["unavailable", new Error("not allowed")] as const)(
    "as the browser does it where the device answers %s",
    async (answer) => {
      const { store, find, install, installs } = setUp({ found: [answer] });
      await find();
      await install();
      expect(store.getState().isOnDevice).toBe(false);
      expect(installs).not.toHaveBeenCalled();
    },
  );

  test("as the browser does it where it knows no other way", async () => {
    const { store, find, install } = createPlace({ onDevice: undefined } as Speech, true, timers);
    await find();
    await install();
    expect(store.getState().isOnDevice).toBe(false);
  });
});

describe("what is missing on the device", () => {
  test.for(["downloadable", "downloading"] as const)("is fetched after a press: %s", async (answer) => {
    const { store, find, install, installs } = setUp({ found: [answer, "available"] });
    await find();
    expect([store.getState().isOnDevice, installs.mock.calls.length]).toEqual([false, 0]);
    await install();
    expect(store.getState().isOnDevice).toBe(true);
  });

  test("is fetched once, however often is pressed", async () => {
    const { find, install, installs } = setUp({ found: ["downloadable", "available"] });
    await find();
    await Promise.all([install(), install()]);
    expect(installs).toHaveBeenCalledOnce();
  });

  const refusals: [string, () => Promise<boolean>][] = [
    ["says no", async () => false],
    ["fails", () => Promise.reject(new Error("no room"))],
    ["never answers", () => new Promise(() => {})],
  ];
  test.for(refusals)("is not waited for longer than a minute where the browser %s", async ([, installs]) => {
    const { store, find, install } = setUp({ found: ["downloadable"], installs });
    await find();
    const installing = install();
    await vi.advanceTimersByTimeAsync(60_000);
    await installing;
    expect(store.getState().isOnDevice).toBe(false);
  });

  test("is not used where the browser says that it is there and still has it not", async () => {
    const { store, find, install } = setUp({ found: ["downloading", "downloading"] });
    await find();
    await install();
    expect(store.getState().isOnDevice).toBe(false);
  });
});

test("a device that gets ready while somebody speaks is used for the next time, and said to be so only then", async () => {
  const { window, runs } = browserWith(desktopChrome, desktopChrome);
  let availability = "downloadable";
  const local = {
    available: async () => availability,
    async install() {
      availability = "available";
      return true;
    },
  };
  const speech = findSpeech({
    webkitSpeechRecognition: Object.assign(window.webkitSpeechRecognition, local),
  });
  if (!speech) throw new Error("The browser has no speech recognition");
  const { start, stop, place, state, pass } = dictationWith(speech, { isOnDeviceWished: true });
  await place.find();
  start("one");
  await pass(2_000);
  expect([place.store.getState().isOnDevice, state().isOnDevice]).toEqual([true, false]);
  stop();
  await pass(1_000);
  expect(state().isOnDevice).toBe(true);
  start("one");
  expect(runs.map(({ processLocally }) => processLocally)).toEqual([false, true]);
});

test("what fails on the device is said, and the next press lets the browser's maker do it", async () => {
  const { window, runs } = browserWith(noLanguagePack, desktopChrome);
  const local = { available: async () => "available", install: async () => true };
  const speech = findSpeech({
    webkitSpeechRecognition: Object.assign(window.webkitSpeechRecognition, local),
  });
  if (!speech) throw new Error("The browser has no speech recognition");
  const { start, place, state, pass } = dictationWith(speech, { isOnDeviceWished: true });
  await place.find();
  start("one");
  await pass(1_000);
  expect(state()).toMatchObject({ phase: "failed", ending: { cause: "on-device" }, isDead: false });
  expect(state().isOnDevice).toBe(false);
  start("one");
  await pass(200);
  expect(state()).toMatchObject({ phase: "listening", isOnDevice: false });
  expect(runs.map(({ processLocally }) => processLocally)).toEqual([true, false]);
});
