import { SPEECH_LANGUAGE } from "#contract/limits.ts";

/** The browser's speech recognition, as far as we use it; TypeScript's DOM types do not know it. */
type RecognitionAlternative = { transcript: string };
type RecognitionResult = { isFinal: boolean; 0?: RecognitionAlternative };
type RecognitionEvent = { results: ArrayLike<RecognitionResult> };
type Recognition = {
  continuous: boolean;
  interimResults: boolean;
  lang: string;
  maxAlternatives: number;
  onresult: ((event: RecognitionEvent) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
};
type RecognitionConstructor = new () => Recognition;

export type Hearing = {
  /** All that was heard since the start, interim words included. */
  onText(text: string): void;
  /** The engine's own code, such as `not-allowed`. */
  onError(code: string): void;
  onEnd(): void;
};

/** One run of the engine; after `abort` nothing more is heard of it. */
export type Recogniser = { stop(): void; abort(): void };
export type StartRecogniser = (hearing: Hearing) => Recogniser;

/** Undefined where the browser has no speech recognition (spec §5). Adapter for Web Speech, prefixed or not. */
export function findRecogniser(window: object): StartRecogniser | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = window as {
    [name: string]: RecognitionConstructor | undefined;
  };
  const Constructor = SpeechRecognition ?? webkitSpeechRecognition;
  if (!Constructor) return undefined;
  return (hearing) => startRecognition(new Constructor(), hearing);
}

function startRecognition(recognition: Recognition, hearing: Hearing): Recogniser {
  recognition.continuous = true;
  recognition.interimResults = true;
  recognition.lang = SPEECH_LANGUAGE;
  recognition.maxAlternatives = 1;
  recognition.onresult = ({ results }) => {
    const heard = Array.from(results, (result) => result[0]?.transcript.trim() ?? "");
    hearing.onText(heard.filter(Boolean).join(" "));
  };
  recognition.onerror = ({ error }) => hearing.onError(error);
  recognition.onend = hearing.onEnd;
  recognition.start();
  return {
    stop: () => recognition.stop(),
    abort() {
      recognition.onresult = null;
      recognition.onerror = null;
      recognition.onend = null;
      recognition.abort();
    },
  };
}
