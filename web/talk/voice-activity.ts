/** Decides from a microphone's levels whether the client speaks. A pure state machine. */

export type VoiceActivity = {
  /** The last levels, 0 to 1, oldest first. */
  levels: readonly number[];
  /** When the last level was measured, in milliseconds of any clock. */
  at: number | undefined;
  /** The length of all speech so far, and of the speech since the last silence. */
  speechMs: number;
  runMs: number;
  /** The time since the last speech. */
  quietMs: number;
};

export type VoiceActivityEvent = "speech" | "silence";

export const NO_VOICE_YET: VoiceActivity = { levels: [], at: undefined, speechMs: 0, runMs: 0, quietMs: 0 };

/** The lowest of this many levels is the room's noise: a fan or a street hums all the time, but speech pauses. */
const ROOM_LEVELS = 80;
/** Speech is this many times louder than the room, within two limits, because a silent room has no level at all. */
const ABOVE_ROOM = 2;
const SPEECH_MIN = 0.015;
const SPEECH_MAX = 0.12;
/** A shorter sound, such as a closing door, is not speech. It is soon forgotten, so that two doors do not add up. */
const SPEECH_AFTER_MS = 300;
const FORGOTTEN_AFTER_MS = 1_000;
/** How long silence lasts after an answer, and after a single word, which may be the beginning of an answer. */
export const SILENCE_MS = 2_500;
const SILENCE_AFTER_WORD_MS = 5_000;
const ANSWER_MS = 1_000;
/** The longest step that counts: a page that the browser held back has heard nothing meanwhile. */
const STEP_MAX_MS = 300;

/**
 * Returns the next state and the event that has just begun, if any: once per speech, and once for the silence after it.
 */
export function updateVoiceActivity(
  before: VoiceActivity,
  level: number,
  now: number,
): { hearing: VoiceActivity; event: VoiceActivityEvent | undefined } {
  const levels = [...before.levels, level].slice(-ROOM_LEVELS);
  const stepMs = Math.min(now - (before.at ?? now), STEP_MAX_MS);
  const hearing = { ...before, levels, at: now };
  if (level >= speechLevel(levels)) {
    const runMs = before.runMs + stepMs;
    const isNew = before.runMs < SPEECH_AFTER_MS && runMs >= SPEECH_AFTER_MS;
    return {
      hearing: { ...hearing, speechMs: before.speechMs + stepMs, runMs, quietMs: 0 },
      event: isNew ? "speech" : undefined,
    };
  }
  const quietMs = before.quietMs + stepMs;
  if (before.runMs < SPEECH_AFTER_MS && quietMs >= FORGOTTEN_AFTER_MS)
    return { hearing: { ...hearing, quietMs, runMs: 0 }, event: undefined };
  if (before.runMs < SPEECH_AFTER_MS || quietMs < silenceAfter(before))
    return { hearing: { ...hearing, quietMs }, event: undefined };
  return { hearing: { ...hearing, quietMs, runMs: 0 }, event: "silence" };
}

function speechLevel(levels: readonly number[]): number {
  const room = Math.min(...levels);
  return Math.min(Math.max(room * ABOVE_ROOM, SPEECH_MIN), SPEECH_MAX);
}

function silenceAfter({ speechMs }: VoiceActivity): number {
  return speechMs >= ANSWER_MS ? SILENCE_MS : SILENCE_AFTER_WORD_MS;
}
