import type { Page } from "@playwright/test";

/** Controls of the scripted engine. It is strict: a wrong setting or a second start is a console error. */
type Engine = {
  /** Interim words, which replace the previous interim words. */
  hear(words: string): void;
  /** Final words. */
  settle(words: string): void;
  /** The engine ends without a stop. */
  end(): void;
  /** An error, followed by the end unless `ends` is false. */
  fail(code: string, ends: boolean): void;
  /** Whether the microphone is on. */
  isRunning(): boolean;
  /** The settings of each run so far. */
  runs(): { isOnDevice: boolean; phrases: string[] }[];
  /** The BCP 47 language tag of each run. */
  languages(): string[];
};

declare global {
  interface Window {
    __engine: Engine;
  }
}

type Manners = {
  /** The languages that the engine accepts. */
  languages?: string[];
  /** False: the engine never answers a stop with an end, as some engines do. */
  answersStop?: boolean;
  /** False: the engine never reports that it has started. */
  tellsStart?: boolean;
  /** What the engine can do on the device; left out if it doesn't know on-device recognition. */
  onDevice?: { availability: "available" | "downloadable" | "unavailable"; installs: boolean };
  /** Whether the engine takes phrases; it may also know them and refuse them. */
  phrases?: "unknown" | "taken" | "refused";
};

/** Replaces the browser's speech recognition with this fake. */
export async function fakeRecognizer(page: Page, manners: Manners = {}): Promise<void> {
  await page.addInitScript(installEngine, manners);
}

/** A browser without speech recognition. */
export async function noRecognizer(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ["SpeechRecognition", "webkitSpeechRecognition"]) {
      Object.defineProperty(window, name, { value: undefined, configurable: true });
    }
  });
}

export const engine = {
  hear: (page: Page, words: string) => page.evaluate((text) => window.__engine.hear(text), words),
  settle: (page: Page, words: string) => page.evaluate((text) => window.__engine.settle(text), words),
  end: (page: Page) => page.evaluate(() => window.__engine.end()),
  fail: (page: Page, code: string) => page.evaluate((name) => window.__engine.fail(name, true), code),
  /** Sends an error without an end. */
  failOnly: (page: Page, code: string) => page.evaluate((name) => window.__engine.fail(name, false), code),
  isRunning: (page: Page) => page.evaluate(() => window.__engine.isRunning()),
  runs: (page: Page) => page.evaluate(() => window.__engine.runs()),
  languages: (page: Page) => page.evaluate(() => window.__engine.languages()),
};

/** Runs in the page. */
function installEngine(manners: Manners): void {
  type Result = { isFinal: boolean; 0: { transcript: string; confidence: number }; length: 1 };
  const {
    languages = ["en-US"],
    answersStop = true,
    tellsStart = true,
    onDevice,
    phrases: phraseManner = "unknown",
  } = manners;
  let running: FakeRecognition | undefined;
  const made: FakeRecognition[] = [];
  const complain = (what: string) => console.error(`speech recognition: ${what}`);

  class FakePhrase {
    phrase: string;
    constructor(phrase: string) {
      if (phrase === "") complain("an empty phrase");
      this.phrase = phrase;
    }
  }

  class FakeRecognition {
    continuous = false;
    interimResults = false;
    lang = "";
    maxAlternatives = 0;
    processLocally = false;
    onstart: (() => void) | null = null;
    onaudiostart: (() => void) | null = null;
    onresult: ((event: { resultIndex: number; results: Result[] }) => void) | null = null;
    onerror: ((event: { error: string }) => void) | null = null;
    onend: (() => void) | null = null;
    results: Result[] = [];
    wasStarted = false;

    names(): FakePhrase[] {
      return [];
    }
    start(): void {
      if (this.wasStarted) complain("started twice");
      if (running) complain("started while another one is running");
      if (!this.continuous || !this.interimResults || this.maxAlternatives !== 1) {
        complain("not set to continuous, interim results and one alternative");
      }
      if (!languages.includes(this.lang)) complain(`asked to listen for ${this.lang}`);
      if (this.processLocally && !onDevice) complain("asked for what it does not know");
      this.wasStarted = true;
      running = this;
      made.push(this);
      queueMicrotask(() => this.begin());
    }
    begin(): void {
      if (running !== this) return;
      if (phraseManner === "refused" && this.names().length > 0) this.fail("phrases-not-supported");
      else if (tellsStart) {
        this.onstart?.();
        this.onaudiostart?.();
      }
    }
    stop(): void {
      // a real engine ends a little later, never inside the call
      if (answersStop) queueMicrotask(() => this.finish());
    }
    abort(): void {
      if (running !== this) return;
      running = undefined;
      queueMicrotask(() => {
        this.onerror?.({ error: "aborted" });
        this.onend?.();
      });
    }
    fail(error: string): void {
      this.onerror?.({ error });
      this.finish();
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

  class RecognitionOfNames extends FakeRecognition {
    phrases: FakePhrase[] = [];
    override names(): FakePhrase[] {
      return this.phrases;
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
    fail(code, ends) {
      if (ends) current().fail(code);
      else current().onerror?.({ error: code });
    },
    isRunning: () => running !== undefined,
    runs: () =>
      made.map((run) => ({
        isOnDevice: run.processLocally,
        phrases: run.names().map(({ phrase }) => phrase),
      })),
    languages: () => made.map(({ lang }) => lang),
  };

  type Options = { langs: string[]; processLocally: boolean; quality: string };
  const checkOptions = ({ langs, processLocally, quality }: Options) => {
    if (
      langs.length !== 1 ||
      !languages.includes(langs[0] ?? "") ||
      !processLocally ||
      quality !== "dictation"
    )
      complain("asked for another quality");
  };
  if (onDevice) {
    let { availability } = onDevice;
    Object.assign(FakeRecognition, {
      async available(options: Options) {
        checkOptions(options);
        return availability;
      },
      async install(options: Options) {
        checkOptions(options);
        if (onDevice.installs) availability = "available";
        return onDevice.installs;
      },
    });
  }
  Object.defineProperty(window, "SpeechRecognition", { value: undefined });
  const [Recognition, Phrase] =
    phraseManner === "unknown" ? [FakeRecognition, undefined] : [RecognitionOfNames, FakePhrase];
  Object.defineProperty(window, "webkitSpeechRecognition", { value: Recognition });
  Object.defineProperty(window, "SpeechRecognitionPhrase", { value: Phrase });
}
