import type { Dictation } from "../dictation/dictation.ts";
import type { DraftStore } from "../draft/draft-store.ts";
import type { Timers } from "../draft/journal.ts";
import { type createRecording, HEARD_LEVEL } from "../takes/recording.ts";
import { NO_VOICE_YET, SILENCE_MS, updateVoiceActivity, type VoiceActivity } from "./voice-activity.ts";

/** Called while the microphone is open. */
export type VoiceActivityHandlers = {
  onSpeech: () => void;
  onSilence: () => void;
  /** The engine has ended without a request, with or without words. */
  onEnd: (hasWords: boolean) => void;
  /** The microphone was taken away; what was heard until then is kept. */
  onLost: () => void;
  /** There is no microphone, or no engine. */
  onFailure: () => void;
};

/** One way of listening to an answer. */
export type Ears = {
  open(questionId: string, handlers: VoiceActivityHandlers): void;
  /**
   * Settles when what was heard is an answer in the draft, with the kept seconds if they are known. If the client ended
   * the listening (`isAsked`), audio without clear speech is kept too, because it may be a very soft voice.
   */
  close(isAsked: boolean): Promise<number | undefined>;
};

type Recording = ReturnType<typeof createRecording>;
type RecordingEarsOptions = { recording: Recording; clock: () => number };

/** Listens by recording, because recorded audio survives a crash. */
export function recordingEars({ recording, clock }: RecordingEarsOptions): Ears {
  let end: () => void = () => undefined;
  let hearing: VoiceActivity = NO_VOICE_YET;
  /** The peak level; undefined until a level was measured, because audio that cannot be measured may be speech. */
  let loudest: number | undefined;

  return {
    open(questionId, handlers) {
      hearing = NO_VOICE_YET;
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

  function listen(level: number | undefined, { onSpeech, onSilence }: VoiceActivityHandlers): void {
    if (level === undefined) return;
    loudest = Math.max(loudest ?? 0, level);
    const heard = updateVoiceActivity(hearing, level, clock());
    hearing = heard.hearing;
    if (heard.event === "speech") onSpeech();
    else if (heard.event === "silence") onSilence();
  }
}

type DictationEarsOptions = { dictation: Dictation; draft: DraftStore; timers: Timers };

/** Listens with the browser's dictation: new words count as speech, and no new words for a while as silence. */
export function dictationEars({ dictation, draft, timers }: DictationEarsOptions): Ears {
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
      // submit the words that still wait
      dictation.take();
      return undefined;
    },
  };
}
