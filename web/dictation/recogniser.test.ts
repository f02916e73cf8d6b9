import { describe, expect, test, vi } from "vitest";
import { findRecogniser, type Hearing } from "./recogniser.ts";

type Results = { 0?: { transcript: string }; isFinal: boolean }[];

/** The browser's engine; only what it is told happens. */
class FakeSpeech {
  static made: FakeSpeech[] = [];
  continuous = false;
  interimResults = false;
  lang = "";
  maxAlternatives = 7;
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

function listen() {
  const hearing = { onText: vi.fn(), onError: vi.fn(), onEnd: vi.fn() } satisfies Hearing;
  const recogniser = findRecogniser({ SpeechRecognition: FakeSpeech })?.(hearing);
  const speech = FakeSpeech.made.at(-1);
  if (!recogniser || !speech) throw new Error("No recogniser was made");
  return { hearing, recogniser, speech };
}

function heard(...texts: (string | undefined)[]): { results: Results } {
  return {
    results: texts.map((transcript) =>
      transcript === undefined ? { isFinal: false } : { 0: { transcript }, isFinal: true },
    ),
  };
}

describe("speech recognition", () => {
  test("is missing where the browser has none", () => {
    expect(findRecogniser({})).toBeUndefined();
  });

  test.for(["SpeechRecognition", "webkitSpeechRecognition"])("is found as %s", (name) => {
    const start = findRecogniser({ [name]: FakeSpeech });
    start?.({ onText: () => {}, onError: () => {}, onEnd: () => {} });
    expect(FakeSpeech.made.at(-1)?.start).toHaveBeenCalledOnce();
  });

  test("is taken without the prefix where there are both", () => {
    class Prefixed extends FakeSpeech {}
    const start = findRecogniser({ SpeechRecognition: FakeSpeech, webkitSpeechRecognition: Prefixed });
    start?.({ onText: () => {}, onError: () => {}, onEnd: () => {} });
    expect(FakeSpeech.made.at(-1)).not.toBeInstanceOf(Prefixed);
  });

  test("is not started by looking for it", () => {
    const before = FakeSpeech.made.length;
    findRecogniser({ SpeechRecognition: FakeSpeech });
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
});

describe("what is heard", () => {
  test("is all that was said since the start, with single spaces", () => {
    const { hearing, speech } = listen();
    speech.onresult?.(heard("We call"));
    speech.onresult?.(heard("We call back", " the same day ", ""));
    expect(hearing.onText.mock.calls).toEqual([["We call"], ["We call back the same day"]]);
  });

  test("is empty where the engine has no words", () => {
    const { hearing, speech } = listen();
    speech.onresult?.(heard(undefined));
    speech.onresult?.(heard());
    expect(hearing.onText.mock.calls).toEqual([[""], [""]]);
  });

  test("is told with the engine's own error code, and its end", () => {
    const { hearing, speech } = listen();
    speech.onerror?.({ error: "not-allowed" });
    speech.onend?.();
    expect(hearing.onError).toHaveBeenCalledExactlyOnceWith("not-allowed");
    expect(hearing.onEnd).toHaveBeenCalledOnce();
  });

  test("is still told after a stop, for the last words come then", () => {
    const { hearing, recogniser, speech } = listen();
    recogniser.stop();
    expect(speech.stop).toHaveBeenCalledOnce();
    speech.onresult?.(heard("We call back"));
    expect(hearing.onText).toHaveBeenCalledWith("We call back");
  });

  test("is nothing any more after an abort", () => {
    const { recogniser, speech } = listen();
    recogniser.abort();
    expect(speech.abort).toHaveBeenCalledOnce();
    expect([speech.onresult, speech.onerror, speech.onend]).toEqual([null, null, null]);
  });
});
