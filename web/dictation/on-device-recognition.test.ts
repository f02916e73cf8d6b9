import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { dictationWith } from "../../tests/support/fakes/dictation-with.ts";
import { browserWith, desktopChrome, noLanguagePack } from "../../tests/support/fakes/speech-engines.ts";
import { createOnDeviceRecognition } from "./on-device-recognition.ts";
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
  const place = createOnDeviceRecognition({ start, onDevice: { find, install } }, isWished, timers);
  return { ...place, find: place.find, asked: find, install: place.install, installs: install };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("speech becomes text", () => {
  test("on the device, when the provider wants that and it is ready", async () => {
    const { store, find, install, installs } = setUp();
    expect(store.getState().isOnDevice).toBe(false);
    await find();
    await install();
    expect(store.getState().isOnDevice).toBe(true);
    expect(installs).not.toHaveBeenCalled();
  });

  test("in the browser's way when the provider has no preference, without a request or download", async () => {
    const { store, find, install, asked, installs } = setUp({ isWished: false });
    await find();
    await install();
    expect(store.getState().isOnDevice).toBe(false);
    expect([asked, installs].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  });

  test.for(["unavailable", new Error("not allowed")] as const)(
    "in the browser's way when the device answers %s",
    async (answer) => {
      const { store, find, install, installs } = setUp({ found: [answer] });
      await find();
      await install();
      expect(store.getState().isOnDevice).toBe(false);
      expect(installs).not.toHaveBeenCalled();
    },
  );

  test("in the browser's way when the browser knows no other", async () => {
    const { store, find, install } = createOnDeviceRecognition(
      { onDevice: undefined } as Speech,
      true,
      timers,
    );
    await find();
    await install();
    expect(store.getState().isOnDevice).toBe(false);
  });
});

describe("a missing language pack", () => {
  test.for(["downloadable", "downloading"] as const)("is downloaded after a press: %s", async (answer) => {
    const { store, find, install, installs } = setUp({ found: [answer, "available"] });
    await find();
    expect([store.getState().isOnDevice, installs.mock.calls.length]).toEqual([false, 0]);
    await install();
    expect(store.getState().isOnDevice).toBe(true);
  });

  test("is downloaded once, however often the button is pressed", async () => {
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
  test.for(refusals)("is not waited for longer than a minute when the browser %s", async ([, installs]) => {
    const { store, find, install } = setUp({ found: ["downloadable"], installs });
    await find();
    const installing = install();
    await vi.advanceTimersByTimeAsync(60_000);
    await installing;
    expect(store.getState().isOnDevice).toBe(false);
  });

  test("is not used when the browser claims to have it but still does not", async () => {
    const { store, find, install } = setUp({ found: ["downloading", "downloading"] });
    await find();
    await install();
    expect(store.getState().isOnDevice).toBe(false);
  });
});

test("a device that becomes ready while the client speaks is used the next time, and only then shown as such", async () => {
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

test("a failure on the device is reported, and the next press uses the browser's vendor", async () => {
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
