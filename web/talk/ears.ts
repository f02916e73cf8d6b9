import type { Dictation } from "../dictation/dictation.ts";
import type { DraftStore } from "../draft/draft-store.ts";
import type { Timers } from "../draft/journal.ts";
import { type createRecording, HEARD_LEVEL } from "../takes/recording.ts";
import { type Hearing, hear, NOTHING_YET, SILENCE_MS } from "./hearing.ts";

/** What the ears hear while they are open, each at most once at a time. */
export type HeardHandlers = {
  onSpeech: () => void;
  onSilence: () => void;
  /** The engine has ended without being asked to: with words, or without any. */
  onEnd: (hasWords: boolean) => void;
  /** The microphone was taken away; what it heard until then is kept. */
  onLost: () => void;
  /** There is no microphone, or no engine. */
  onFailure: () => void;
};

/** One way of listening to one answer. */
export type Ears = {
  open(questionId: string, handlers: HeardHandlers): void;
  /**
   * Settles when what was heard is an answer in the draft; gives the seconds that were kept, where they are known. Sound
   * without speech is kept, too, where the client has closed them: it may be a very soft voice.
   */
  close(isAsked: boolean): Promise<number | undefined>;
};

type Recording = ReturnType<typeof createRecording>;
type RecordingParts = { recording: Recording; clock: () => number };

/** Listens by recording: its seconds survive a crash. */
export function recordingEars({ recording, clock }: RecordingParts): Ears {
  let end: () => void = () => undefined;
  let hearing: Hearing = NOTHING_YET;
  /** Undefined until a level was measured: what cannot be measured may be speech. */
  let loudest: number | undefined;

  return {
    open(questionId, handlers) {
      hearing = NOTHING_YET;
      loudest = undefined;
      let hasBegun = false;
      const unsubscribe = recording.store.subscribe(({ phase, level, failure }) => {
        if (phase === "recording") {
          hasBegun = true;
          listen(level, handlers);
        } else if (phase === "idle" && failure?.questionId === questionId) {
          unsubscribe();
          handlers.onFailure();
        } else if (phase !== "starting" && hasBegun) {
          unsubscribe();
          handlers.onLost();
        }
      });
      end = unsubscribe;
      void recording.start(questionId);
    },

    async close(isAsked) {
      end();
      const { seconds, phase } = recording.store.getState();
      const isEmpty = loudest !== undefined && (isAsked ? loudest < HEARD_LEVEL : hearing.speechMs === 0);
      if (phase === "starting" || isEmpty) {
        await recording.discard();
        return undefined;
      }
      await recording.stop();
      return phase === "recording" ? seconds : undefined;
    },
  };

  function listen(level: number | undefined, { onSpeech, onSilence }: HeardHandlers): void {
    if (level === undefined) return;
    loudest = Math.max(loudest ?? 0, level);
    const heard = hear(hearing, level, clock());
    hearing = heard.hearing;
    if (heard.event === "speech") onSpeech();
    else if (heard.event === "silence") onSilence();
  }
}

type DictationParts = { dictation: Dictation; draft: DraftStore; timers: Timers };

/** Listens by the browser's dictation: new words are speech, and none for a while is silence. */
export function dictationEars({ dictation, draft, timers }: DictationParts): Ears {
  let end: () => void = () => undefined;

  return {
    open(questionId, handlers) {
      const boxText = () => draft.store.getState().draft.boxes[questionId] ?? "";
      let text = boxText();
      let quiet: unknown;
      const unhear = draft.store.subscribe(() => {
        if (boxText() === text) return;
        text = boxText();
        timers.clearTimeout(quiet);
        quiet = timers.setTimeout(handlers.onSilence, SILENCE_MS);
        handlers.onSpeech();
      });
      const unsubscribe = dictation.store.subscribe(({ phase, ending }) => {
        if (phase !== "idle" && phase !== "failed") return;
        end();
        if (phase === "failed") handlers.onFailure();
        else handlers.onEnd(ending?.kind === "stopped" && ending.text !== "");
      });
      end = () => {
        timers.clearTimeout(quiet);
        unhear();
        unsubscribe();
      };
      dictation.start(questionId);
    },

    async close() {
      end();
      const { promise, resolve } = Promise.withResolvers<void>();
      const look = () => {
        const { phase } = dictation.store.getState();
        if (phase === "idle" || phase === "failed") resolve();
      };
      const unsubscribe = dictation.store.subscribe(look);
      dictation.stop();
      look();
      await promise;
      unsubscribe();
      // the words that wait to be submitted
      dictation.take();
      return undefined;
    },
  };
}
