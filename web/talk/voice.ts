import type { Timers } from "../draft/journal.ts";
import { sentencesOf } from "./sentences.ts";

type Synthesis = Pick<
  SpeechSynthesis,
  "speak" | "cancel" | "getVoices" | "addEventListener" | "removeEventListener"
>;

type CreateVoiceOptions = {
  synthesis: Synthesis;
  newUtterance: (text: string) => SpeechSynthesisUtterance;
  timers: Timers;
};

export type Voice = ReturnType<typeof createVoice>;

/** Chrome loads its voices a moment after the page. */
const VOICES_LIMIT_MS = 1_000;
/** For an engine that does not report its end: about 15 characters a second, with a margin. */
const MS_PER_CHARACTER = 67;
const WATCHDOG_FACTOR = 1.6;
const WATCHDOG_MS = 2_000;

/** The browser's speech synthesis; undefined if it has none. */
export function findSynthesis({
  speechSynthesis,
  SpeechSynthesisUtterance: Utterance,
}: Partial<Pick<typeof globalThis, "speechSynthesis" | "SpeechSynthesisUtterance">>) {
  if (!speechSynthesis || !Utterance) return undefined;
  return { synthesis: speechSynthesis, newUtterance: (text: string) => new Utterance(text) };
}

/** Reads aloud with a voice of this device, so that the words of an interview go to no other company. */
export function createVoice({ synthesis, newUtterance, timers }: CreateVoiceOptions) {
  /** Increases at each reading and each stop. A reading with an older number is outdated. */
  let generation = 0;
  /** Keeps references, because Chrome drops the events of an utterance that the page does not reference. */
  const held = new Set<SpeechSynthesisUtterance>();

  function voiceFor(language: string): SpeechSynthesisVoice | undefined {
    const local = synthesis
      .getVoices()
      .filter(({ localService, lang }) => localService && lang.toLowerCase().startsWith(language));
    return local.find((voice) => voice.default) ?? local[0];
  }

  function speakOne(text: string, voice: SpeechSynthesisVoice): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const spoken = newUtterance(text);
    held.add(spoken);
    spoken.voice = voice;
    spoken.lang = voice.lang;
    spoken.onend = () => resolve();
    spoken.onerror = () => resolve();
    const limitMs = text.length * MS_PER_CHARACTER * WATCHDOG_FACTOR + WATCHDOG_MS;
    const watchdog = timers.setTimeout(() => {
      synthesis.cancel();
      resolve();
    }, limitMs);
    synthesis.speak(spoken);
    return promise.finally(() => {
      timers.clearTimeout(watchdog);
      held.delete(spoken);
    });
  }

  return {
    /** Speaks an empty text. Safari speaks later only if it was asked to within a press. */
    unlock: () => synthesis.speak(newUtterance("")),

    /** Whether there is a local voice for the language; waits a moment for the voices. */
    async isThere(language: string): Promise<boolean> {
      if (voiceFor(language)) return true;
      const { promise, resolve } = Promise.withResolvers<void>();
      const limit = timers.setTimeout(resolve, VOICES_LIMIT_MS);
      const onChange = () => {
        if (voiceFor(language)) resolve();
      };
      synthesis.addEventListener("voiceschanged", onChange);
      await promise;
      timers.clearTimeout(limit);
      synthesis.removeEventListener("voiceschanged", onChange);
      return voiceFor(language) !== undefined;
    },

    /** Settles when everything was read or took too long. False if another reading or a stop came in between. */
    async read(text: string, language: string): Promise<boolean> {
      const own = ++generation;
      synthesis.cancel();
      for (const sentence of sentencesOf(text, language)) {
        const voice = voiceFor(language);
        if (voice) await speakOne(sentence, voice);
        if (own !== generation) return false;
      }
      return true;
    },

    /** Silences the voice at once. Never pauses it, because Android forgets what was paused. */
    stop(): void {
      generation += 1;
      synthesis.cancel();
    },
  };
}
