import { SPEECH_LANGUAGE } from "#contract/limits.ts";

/** The parts of the Web Speech API that we use; TypeScript's DOM types do not include them. */
type RecognitionAlternative = { transcript: string; confidence?: number };
type RecognitionResult = { isFinal: boolean; 0?: RecognitionAlternative };
type RecognitionEvent = { results: ArrayLike<RecognitionResult> };
type Recognition = {
  continuous: boolean;
  interimResults: boolean;
  lang: string;
  maxAlternatives: number;
  processLocally?: boolean;
  phrases?: unknown;
  onstart: (() => void) | null;
  onaudiostart: (() => void) | null;
  onresult: ((event: RecognitionEvent) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
};
type LocalOptions = { langs: string[]; processLocally: true; quality: "dictation" };
type RecognitionConstructor = {
  new (): Recognition;
  available?(options: LocalOptions): Promise<Availability>;
  install?(options: LocalOptions): Promise<boolean>;
};
type SpeakingWindow = {
  SpeechRecognition?: RecognitionConstructor;
  webkitSpeechRecognition?: RecognitionConstructor;
  SpeechRecognitionPhrase?: new (phrase: string) => unknown;
};

/** BCP 47 tags in the order in which they are tried. */
export type SpeechLanguages = readonly [string, ...string[]];

/** Whether the browser can recognize speech on the device itself. */
export type Availability = "unavailable" | "downloadable" | "downloading" | "available";

/** One entry of the engine's list, with its first alternative. */
export type SpeechResult = { transcript: string; confidence: number | undefined; isFinal: boolean };

export type RecognizerListener = {
  /** The microphone is on. */
  onStart(): void;
  /** The engine's whole current list, because its `resultIndex` is unreliable. */
  onResults(results: SpeechResult[]): void;
  /** The engine's own code, such as `not-allowed`. */
  onError(code: string): void;
  onEnd(): void;
};

export type RunSettings = {
  /** If false, the browser decides where, which means at its vendor's service. */
  isOnDevice: boolean;
  /** Names that the engine is unlikely to recognize otherwise. */
  phrases: string[];
};

/** One run of the engine; after `abort` it sends no more events. */
export type Recognizer = { stop(): void; abort(): void };

export type Speech = {
  /** Throws if the engine refuses, for example because it is still busy. */
  start(settings: RunSettings, hearing: RecognizerListener): Recognizer;
  /** Undefined if the browser cannot recognize speech on the device. */
  onDevice: { find(): Promise<Availability>; install(): Promise<boolean> } | undefined;
};

/**
 * Adapter for the Web Speech API, prefixed or not; undefined if the browser has none (spec §5). `languages` returns
 * what to listen for now; if the browser refuses a language, the next one is used.
 */
export function findSpeech(
  window: object,
  languages: () => SpeechLanguages = () => [SPEECH_LANGUAGE],
): Speech | undefined {
  const { SpeechRecognition, webkitSpeechRecognition, SpeechRecognitionPhrase } = window as SpeakingWindow;
  const Constructor = SpeechRecognition ?? webkitSpeechRecognition;
  if (!Constructor) return undefined;
  const refused = new Set<string>();
  const language = () => languages().find((tag) => !refused.has(tag)) ?? languages()[0];
  return {
    onDevice: onDeviceOf(Constructor, language),
    start({ isOnDevice, phrases }, hearing) {
      const recognition = new Constructor();
      if (isOnDevice) recognition.processLocally = true;
      if (SpeechRecognitionPhrase && "phrases" in recognition && phrases.length > 0) {
        recognition.phrases = phrases.map((phrase) => new SpeechRecognitionPhrase(phrase));
      }
      const lang = language();
      recognition.lang = lang;
      return startRecognition(recognition, {
        ...hearing,
        onError(code) {
          const isLast = lang === languages().at(-1);
          if (isOnDevice || isLast || code !== "language-not-supported") return hearing.onError(code);
          // report a normal end, after which dictation restarts with the next language
          refused.add(lang);
          hearing.onEnd();
        },
      });
    },
  };
}

function onDeviceOf(Constructor: RecognitionConstructor, language: () => string): Speech["onDevice"] {
  const { available, install } = Constructor;
  if (!available || !install) return undefined;
  // the default quality is meant for commands of one or two words
  const locally = (): LocalOptions => ({ langs: [language()], processLocally: true, quality: "dictation" });
  return {
    find: () => available.call(Constructor, locally()),
    install: () => install.call(Constructor, locally()),
  };
}

function startRecognition(recognition: Recognition, hearing: RecognizerListener): Recognizer {
  recognition.continuous = true;
  recognition.interimResults = true;
  recognition.maxAlternatives = 1;
  // some engines send only one of the two
  recognition.onstart = () => hearing.onStart();
  recognition.onaudiostart = () => hearing.onStart();
  recognition.onresult = ({ results }) => hearing.onResults(Array.from(results, resultOf));
  recognition.onerror = ({ error }) => hearing.onError(error);
  recognition.onend = () => hearing.onEnd();
  recognition.start();
  return {
    stop: () => recognition.stop(),
    abort() {
      for (const name of HANDLERS) recognition[name] = null;
      recognition.abort();
    },
  };
}

const HANDLERS = ["onstart", "onaudiostart", "onresult", "onerror", "onend"] as const;

function resultOf({ isFinal, 0: first }: RecognitionResult): SpeechResult {
  return { transcript: first?.transcript ?? "", confidence: first?.confidence, isFinal };
}
