import type { Page } from "@playwright/test";

/** What the scripted engine can be told. It is strict: a wrong setting or a second start is a console error. */
type Engine = {
  /** Interim words, which replace the interim words before them. */
  hear(words: string): void;
  /** Words that are certain. */
  settle(words: string): void;
  /** The engine ends by itself. */
  end(): void;
  fail(code: string): void;
  /** Whether the microphone is on. */
  isRunning(): boolean;
};

declare global {
  interface Window {
    __engine: Engine;
  }
}

/**
 * Puts a speech recognition of ours in the place of the browser's. With `answersStop: false` a stop is never answered
 * by an end, as some engines do.
 */
export async function fakeRecogniser(page: Page, { answersStop = true } = {}): Promise<void> {
  await page.addInitScript(installEngine, answersStop);
}

/** A browser without speech recognition. */
export async function noRecogniser(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ["SpeechRecognition", "webkitSpeechRecognition"]) {
      Object.defineProperty(window, name, { value: undefined });
    }
  });
}

export const engine = {
  hear: (page: Page, words: string) => page.evaluate((text) => window.__engine.hear(text), words),
  settle: (page: Page, words: string) => page.evaluate((text) => window.__engine.settle(text), words),
  end: (page: Page) => page.evaluate(() => window.__engine.end()),
  fail: (page: Page, code: string) => page.evaluate((name) => window.__engine.fail(name), code),
  isRunning: (page: Page) => page.evaluate(() => window.__engine.isRunning()),
};

/** Runs in the page. */
function installEngine(answersStop: boolean): void {
  type Result = { isFinal: boolean; 0: { transcript: string; confidence: number }; length: 1 };
  let running: FakeRecognition | undefined;
  const complain = (what: string) => console.error(`speech recognition: ${what}`);

  class FakeRecognition {
    continuous = false;
    interimResults = false;
    lang = "";
    maxAlternatives = 0;
    onresult: ((event: { resultIndex: number; results: Result[] }) => void) | null = null;
    onerror: ((event: { error: string }) => void) | null = null;
    onend: (() => void) | null = null;
    results: Result[] = [];
    wasStarted = false;

    start(): void {
      if (this.wasStarted) complain("started twice");
      if (running) complain("started while another one is running");
      if (!this.continuous || !this.interimResults || this.lang !== "en-US" || this.maxAlternatives !== 1) {
        complain("not set to continuous, interim results, en-US and one alternative");
      }
      this.wasStarted = true;
      running = this;
    }
    stop(): void {
      // an engine ends a little later, never inside the call
      if (answersStop) queueMicrotask(() => this.finish());
    }
    abort(): void {
      if (running === this) running = undefined;
    }
    finish(): void {
      if (running !== this) return;
      running = undefined;
      this.onend?.();
    }
    say(transcript: string, isFinal: boolean): void {
      const settled = this.results.filter((result) => result.isFinal);
      this.results = [...settled, { isFinal, 0: { transcript, confidence: 0.9 }, length: 1 }];
      this.onresult?.({ resultIndex: settled.length, results: this.results });
    }
  }

  const current = (): FakeRecognition => {
    if (!running) throw new Error("speech recognition is not running");
    return running;
  };
  window.__engine = {
    hear: (words) => current().say(words, false),
    settle: (words) => current().say(words, true),
    end: () => current().finish(),
    fail(code) {
      const failing = current();
      failing.onerror?.({ error: code });
      failing.finish();
    },
    isRunning: () => running !== undefined,
  };
  Object.defineProperty(window, "SpeechRecognition", { value: undefined });
  Object.defineProperty(window, "webkitSpeechRecognition", { value: FakeRecognition });
}
