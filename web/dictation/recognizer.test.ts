import { describe, expect, test, vi } from "vitest";
import { findSpeech, type RecognizerListener, type RunSettings } from "./recognizer.ts";

type Results = { 0?: { transcript: string; confidence?: number }; isFinal: boolean }[];

/** Stands in for the browser's engine; only what the test says happens. */
class FakeSpeech {
  static made: FakeSpeech[] = [];
  continuous = false;
  interimResults = false;
  lang = "";
  maxAlternatives = 7;
  onstart: (() => void) | null = null;
  onaudiostart: (() => void) | null = null;
  onresult: ((event: { results: Results }) => void) | null = null;
  onerror: ((event: { error: string }) => void) | null = null;
  onend: (() => void) | null = null;
  start = vi.fn<() => void>();
  stop = vi.fn<() => void>();
  abort = vi.fn<() => void>();

  constructor() {
    FakeSpeech.made.push(this);
  }
}

/** A newer engine, which takes phrases and works on the device. */
class NewSpeech extends FakeSpeech {
  static available = vi.fn(async () => "available");
  static install = vi.fn(async () => true);
  processLocally = false;
  phrases: object[] = [];
}

class Phrase {
  phrase: string;
  constructor(phrase: string) {
    this.phrase = phrase;
  }
}

const IN_BROWSER: RunSettings = { isOnDevice: false, phrases: [] };
const silent = (): RecognizerListener => ({
  onStart: () => {},
  onResults: () => {},
  onError: () => {},
  onEnd: () => {},
});

function listen(settings = IN_BROWSER, window: object = { SpeechRecognition: FakeSpeech }) {
  const hearing = {
    onStart: vi.fn(),
    onResults: vi.fn(),
    onError: vi.fn(),
    onEnd: vi.fn(),
  } satisfies RecognizerListener;
  const recognizer = findSpeech(window)?.start(settings, hearing);
  const speech = FakeSpeech.made.at(-1);
  if (!recognizer || !speech) throw new Error("No recognizer was made");
  return { hearing, recognizer, speech };
}

describe("speech recognition", () => {
  test("is absent when the browser has none", () => {
    expect(findSpeech({})).toBeUndefined();
  });

  test.for(["SpeechRecognition", "webkitSpeechRecognition"])("is found as %s", (name) => {
    findSpeech({ [name]: FakeSpeech })?.start(IN_BROWSER, silent());
    expect(FakeSpeech.made.at(-1)?.start).toHaveBeenCalledOnce();
  });

  test("is used without the prefix when both exist", () => {
    class Prefixed extends FakeSpeech {}
    findSpeech({ SpeechRecognition: FakeSpeech, webkitSpeechRecognition: Prefixed })?.start(
      IN_BROWSER,
      silent(),
    );
    expect(FakeSpeech.made.at(-1)).not.toBeInstanceOf(Prefixed);
  });

  test("is not started by checking for it", () => {
    const before = FakeSpeech.made.length;
    findSpeech({ SpeechRecognition: FakeSpeech });
    expect(FakeSpeech.made).toHaveLength(before);
  });

  test("is continuous, with interim results, US English, one alternative", () => {
    expect(listen().speech).toMatchObject({
      continuous: true,
      interimResults: true,
      lang: "en-US",
      maxAlternatives: 1,
    });
  });

  test("of an older browser is not asked for unknown features", () => {
    const { speech } = listen(
      { isOnDevice: false, phrases: ["Rosa"] },
      { SpeechRecognition: FakeSpeech, SpeechRecognitionPhrase: Phrase },
    );
    expect(speech).not.toHaveProperty("phrases");
    expect(speech).not.toHaveProperty("processLocally");
  });

  test("gets the names it may hear, if it accepts them", () => {
    const { speech } = listen(
      { isOnDevice: false, phrases: ["Rosa", "Xero"] },
      { SpeechRecognition: NewSpeech, SpeechRecognitionPhrase: Phrase },
    );
    expect(speech).toMatchObject({
      phrases: [{ phrase: "Rosa" }, { phrase: "Xero" }],
      processLocally: false,
    });
  });
});

describe("a language that the browser refuses", () => {
  const run = (languages: [string, ...string[]], settings = IN_BROWSER) => {
    const speech = findSpeech({ SpeechRecognition: NewSpeech }, () => languages);
    return () => {
      const hearing = { ...silent(), onError: vi.fn(), onEnd: vi.fn() };
      speech?.start(settings, hearing);
      const engine = FakeSpeech.made.at(-1);
      engine?.onerror?.({ error: "language-not-supported" });
      return {
        lang: engine?.lang,
        ends: hearing.onEnd.mock.calls.length,
        errors: hearing.onError.mock.calls,
      };
    };
  };

  test("is replaced by the next one, and the last refusal is reported", () => {
    const next = run(["es-US", "es-MX"]);
    expect(next()).toEqual({ lang: "es-US", ends: 1, errors: [] });
    expect(next()).toEqual({ lang: "es-MX", ends: 0, errors: [["language-not-supported"]] });
  });

  test("is reported when there is no other, and when only the device refused it", () => {
    const refusal = { ends: 0, errors: [["language-not-supported"]] };
    expect(run(["en-US"])()).toEqual({ lang: "en-US", ...refusal });
    const onDevice = { isOnDevice: true, phrases: [] };
    expect(run(["es-US", "es-MX"], onDevice)()).toEqual({ lang: "es-US", ...refusal });
  });
});

describe("on the device", () => {
  const LOCALLY = { langs: ["en-US"], processLocally: true, quality: "dictation" };

  test("nothing is offered by a browser without support", () => {
    expect(findSpeech({ SpeechRecognition: FakeSpeech })?.onDevice).toBeUndefined();
  });

  test("the browser is asked for dictation quality", async () => {
    const onDevice = findSpeech({ SpeechRecognition: NewSpeech })?.onDevice;
    expect(await onDevice?.find()).toBe("available");
    expect(await onDevice?.install()).toBe(true);
    expect(NewSpeech.available).toHaveBeenCalledExactlyOnceWith(LOCALLY);
    expect(NewSpeech.install).toHaveBeenCalledExactlyOnceWith(LOCALLY);
  });

  test("it runs there on request", () => {
    const { speech } = listen({ isOnDevice: true, phrases: [] }, { SpeechRecognition: NewSpeech });
    expect(speech).toMatchObject({ processLocally: true });
  });
});

describe("a result", () => {
  test("is the engine's whole list, each time", () => {
    const { hearing, speech } = listen();
    speech.onresult?.({
      results: [
        { 0: { transcript: "We call", confidence: 0.9 }, isFinal: true },
        { 0: { transcript: " back" }, isFinal: false },
        { isFinal: false },
      ],
    });
    expect(hearing.onResults).toHaveBeenCalledExactlyOnceWith([
      { transcript: "We call", confidence: 0.9, isFinal: true },
      { transcript: " back", confidence: undefined, isFinal: false },
      { transcript: "", confidence: undefined, isFinal: false },
    ]);
  });

  test("is reported with its start, the engine's own error code, and its end", () => {
    const { hearing, speech } = listen();
    speech.onstart?.();
    speech.onaudiostart?.();
    speech.onerror?.({ error: "not-allowed" });
    speech.onend?.();
    expect(hearing.onStart).toHaveBeenCalledTimes(2);
    expect(hearing.onError).toHaveBeenCalledExactlyOnceWith("not-allowed");
    expect(hearing.onEnd).toHaveBeenCalledOnce();
  });

  test("can still arrive after a stop, since the last words come then", () => {
    const { hearing, recognizer, speech } = listen();
    recognizer.stop();
    expect(speech.stop).toHaveBeenCalledOnce();
    speech.onresult?.({ results: [] });
    expect(hearing.onResults).toHaveBeenCalledOnce();
  });

  test("is ignored after an abort", () => {
    const { recognizer, speech } = listen();
    recognizer.abort();
    expect(speech.abort).toHaveBeenCalledOnce();
    expect([speech.onstart, speech.onaudiostart, speech.onresult, speech.onerror, speech.onend]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});
