/**
 * Real event sequences of speech engines, for replay. docs/voice.md gives their sources. Times are milliseconds after
 * `start()`, and after `stop()` in `afterStop`.
 */
type Result = [transcript: string, confidence: number, manner: "final" | "interim"];
type EngineEvent = { at: number } & (
  | { type: "start" | "audiostart" | "end" }
  | { type: "error"; error: string }
  | { type: "result"; results: Result[] }
);
export type Recording = {
  events: EngineEvent[];
  /** The events that answer a stop; empty if the engine never answers. */
  afterStop: EngineEvent[];
};

const ENDS: EngineEvent[] = [{ at: 40, type: "end" }];
const begins = (at: number): EngineEvent[] => [
  { at, type: "start" },
  { at: at + 5, type: "audiostart" },
];
const hears = (at: number, ...results: Result[]): EngineEvent => ({ at, type: "result", results });
const fails = (at: number, error: string): EngineEvent[] => [
  { at, type: "error", error },
  { at: at + 1, type: "end" },
];

const SAID: Result = ["we call back the same day", 0.94, "final"];

/** Two guesses at once, the second less certain; text after a final result begins with a space. */
export const desktopChrome: Recording = {
  events: [
    ...begins(120),
    hears(900, ["we", 0.01, "interim"]),
    hears(1_200, ["we call", 0.9, "interim"], [" back", 0.01, "interim"]),
    hears(1_700, ["we call back", 0.9, "interim"], [" the same day", 0.01, "interim"]),
    hears(2_600, SAID),
    hears(3_200, SAID, [" they", 0.01, "interim"]),
    hears(3_600, SAID, [" they like", 0.9, "interim"], [" it", 0.01, "interim"]),
    hears(4_400, SAID, [" they like it", 0.91, "final"]),
  ],
  afterStop: ENDS,
};

/** Every state of the sentence is another final result, with confidence 0 until it is certain. */
export const androidChrome: Recording = {
  events: [
    ...begins(200),
    hears(900, ["we", 0, "final"]),
    hears(1_100, ["we", 0, "final"], ["we col", 0, "final"]),
    hears(1_300, ["we", 0, "final"], ["we col", 0, "final"], ["we call back", 0, "final"]),
    hears(
      2_100,
      ["we", 0, "final"],
      ["we col", 0, "final"],
      ["we call back", 0, "final"],
      ["we call back", 0.92, "final"],
    ),
    { at: 2_150, type: "end" },
  ],
  afterStop: ENDS,
};

/** As `androidChrome`, each result with its own confidence. */
export const androidCumulative: Recording = {
  events: [
    ...begins(200),
    hears(900, ["hi", 0.8, "final"]),
    hears(1_100, ["hi", 0.8, "final"], ["hi how", 0.8, "final"]),
    hears(1_300, ["hi", 0.8, "final"], ["hi how", 0.8, "final"], ["hi how is the weather", 0.9, "final"]),
    { at: 2_150, type: "end" },
  ],
  afterStop: ENDS,
};

/** Repeats the same final result, then starts the list again within the same run. */
export const androidResent: Recording = {
  events: [
    ...begins(200),
    hears(900, ["we call back", 0.9, "final"]),
    hears(950, ["we call back", 0.9, "final"]),
    hears(1_500, ["the same", 0, "final"]),
    hears(1_900, ["the same day", 0.88, "final"]),
    { at: 2_300, type: "end" },
  ],
  afterStop: ENDS,
};

/** One growing guess; the final text, with punctuation, comes after the stop. */
export const safari: Recording = {
  events: [
    ...begins(300),
    hears(1_000, ["We", 0, "interim"]),
    hears(1_400, ["We call back the", 0, "interim"]),
  ],
  afterStop: [hears(350, ["We call back the same day.", 0.87, "final"]), { at: 600, type: "end" }],
};

/** As `safari`, but the end never comes. */
export const safariWithoutEnd: Recording = { ...safari, afterStop: safari.afterStop.slice(0, 1) };

/** Ends in a pause, as Chrome does. */
export const endsInPause = (...said: string[]): Recording => ({
  events: [
    ...begins(50),
    ...said.map((text, place) => hears(400 + place * 100, [text, 0.9, "final"])),
    { at: 1_500, type: "end" },
  ],
  afterStop: ENDS,
});

/** Listens while the client says nothing. */
export const noSpeech: Recording = {
  events: [...begins(100), ...fails(8_100, "no-speech")],
  afterStop: ENDS,
};

/** Google lets no browser other than Chrome use its speech service. */
export const noService: Recording = { events: [...begins(80), ...fails(260, "network")], afterStop: ENDS };

/** A connection that breaks while the client speaks. */
export const brokenLine: Recording = {
  events: [...begins(80), hears(700, ["we call", 0.5, "interim"]), ...fails(1_900, "network")],
  afterStop: ENDS,
};

export const blockedBySetting: Recording = { events: fails(4, "not-allowed"), afterStop: ENDS };
export const refusedByClient: Recording = { events: fails(2_900, "not-allowed"), afterStop: ENDS };
/** Siri and dictation are off, or another app shows the page. */
export const switchedOff: Recording = { events: fails(15, "service-not-allowed"), afterStop: ENDS };
/** Edge on macOS reports that it does not support the language. */
export const noLanguage: Recording = { events: fails(15, "language-not-supported"), afterStop: ENDS };
/** Chromium, asked to recognize on the device: an error, and never an end. */
export const noLanguagePack: Recording = {
  events: [{ at: 10, type: "error", error: "language-not-supported" }],
  afterStop: [],
};
export const noMicrophone: Recording = { events: fails(30, "audio-capture"), afterStop: ENDS };
/** Another page has taken the microphone. */
export const interrupted: Recording = {
  events: [...begins(80), hears(700, ["we call", 0.9, "final"]), ...fails(1_900, "aborted")],
  afterStop: ENDS,
};
/** Safari, started before an earlier run has ended. */
export const stillBusy: Recording = { events: fails(20, "aborted"), afterStop: ENDS };
export const refusesPhrases: Recording = { events: fails(20, "phrases-not-supported"), afterStop: ENDS };
/** Edge on some devices, and apps that show pages: the constructor exists and nothing else works. */
export const silent: Recording = { events: [], afterStop: [] };
/** Takes the microphone and sends nothing more. */
export const deaf: Recording = { events: begins(60), afterStop: ENDS };
/** Ends in the middle of the speech. */
export const diesWhileHearing: Recording = {
  events: [...begins(60), hears(700, ["we call back", 0.5, "interim"])],
  afterStop: [],
};

type Handler = ((event: object) => void) | null;

/**
 * A browser whose engine replays one recording a run, in this order. Strict: a second start, a start while another run
 * goes on, and an unexpected run are errors.
 */
export function browserWith(...recordings: Recording[]) {
  const runs: RecordedRecognition[] = [];
  let running: RecordedRecognition | undefined;

  class RecordedRecognition {
    continuous = false;
    interimResults = false;
    lang = "";
    maxAlternatives = 7;
    processLocally = false;
    phrases: { phrase: string }[] = [];
    onstart: Handler = null;
    onaudiostart: Handler = null;
    onresult: Handler = null;
    onerror: Handler = null;
    onend: Handler = null;
    calls: string[] = [];
    timers: ReturnType<typeof setTimeout>[] = [];
    recording: Recording | undefined;

    start(): void {
      if (this.recording) throw new DOMException("recognition has already started", "InvalidStateError");
      if (running) throw new Error("Another run is going on");
      this.recording = recordings[runs.length];
      if (!this.recording) throw new Error("Nobody expected this run");
      running = this;
      runs.push(this);
      this.play(this.recording.events);
    }

    stop(): void {
      this.calls.push("stop");
      this.silence();
      this.play(this.recording?.afterStop ?? []);
    }

    abort(): void {
      this.calls.push("abort");
      this.silence();
      if (running === this) running = undefined;
    }

    play(events: EngineEvent[]): void {
      this.timers = events.map((event) => setTimeout(() => this.fire(event), event.at));
    }

    fire(event: EngineEvent): void {
      if (event.type === "end" && running === this) running = undefined;
      const results = event.type === "result" ? event.results.map(toResult) : undefined;
      this[`on${event.type}`]?.({ ...event, results, resultIndex: 0 });
    }

    silence(): void {
      for (const timer of this.timers) clearTimeout(timer);
    }
  }

  class SpeechRecognitionPhrase {
    phrase: string;
    constructor(phrase: string) {
      this.phrase = phrase;
    }
  }

  return { window: { webkitSpeechRecognition: RecordedRecognition, SpeechRecognitionPhrase }, runs };
}

function toResult([transcript, confidence, manner]: Result) {
  return { 0: { transcript, confidence }, length: 1, isFinal: manner === "final" };
}
