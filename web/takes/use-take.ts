import { useStore } from "zustand";
import { type Answer, isTranscriptPending } from "#contract/record/answer.ts";
import type { Delivery } from "./delivery.ts";
import type { TranscriptOutcome } from "./transcripts.ts";
import { useIsRecording } from "./use-recording.ts";
import { useTakes } from "./use-takes.ts";

export type TakeView = {
  /** Undefined once the server has the take. */
  delivery: Delivery | undefined;
  outcome: TranscriptOutcome | undefined;
  /** Whether no speech was heard in the recording. */
  isSilent: boolean;
  /** Whether the transcript is missing and may still arrive automatically. */
  awaitsWords: boolean;
};

const WITHOUT_WORDS: TranscriptOutcome[] = ["silent", "not-transcribed", "failed", "refused"];

/** How far a recorded answer has come, from the microphone to its transcript. */
export function useTake(answer: Answer): TakeView {
  const { deliveries, outcomes, isSilent } = useTakes();
  const delivery = useStore(deliveries, (state) => state[answer.id]);
  const outcome = useStore(outcomes, (state) => state[answer.id]);
  const isWithoutWords = outcome !== undefined && WITHOUT_WORDS.includes(outcome);
  const awaitsWords = isTranscriptPending(answer) && !isWithoutWords;
  return { delivery, outcome, isSilent: isSilent(answer.id), awaitsWords };
}

/** Whether any recording exists only on this device. */
export function useHasUnsent(): boolean {
  const isOnItsWay = useStore(useTakes().deliveries, (state) => Object.keys(state).length > 0);
  const isRecording = useIsRecording();
  return isOnItsWay || isRecording;
}
