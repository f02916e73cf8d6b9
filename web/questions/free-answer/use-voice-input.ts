import { useDictation } from "../../dictation/use-dictation.ts";
import { useRecording } from "../../takes/use-recording.ts";

/** The way to speak an answer to one question. */
export type VoiceInput = {
  way: "dictation" | "recording";
  /** From the press until the last words have arrived. */
  isOn: boolean;
  /** True if a press now would come too early or too late. */
  isBusy: boolean;
  start: () => void;
  stop: () => void;
  /** Starts a recording instead of dictation; undefined if there is no choice. */
  recordInstead: (() => void) | undefined;
};

/** Dictation if it works, or else recording; undefined if this browser and provider offer neither. */
export function useVoiceInput(questionId: string): VoiceInput | undefined {
  const dictation = useDictation(questionId);
  const recording = useRecording(questionId);
  const isRecording = recording !== undefined && recording.phase !== "idle";
  if (dictation && !dictation.isDead && !isRecording) {
    const { isOn, phase, start, stop } = dictation;
    const recordInstead = isOn ? undefined : recording?.start;
    return { way: "dictation", isOn, isBusy: phase === "stopping", start, stop, recordInstead };
  }
  if (!recording) return undefined;
  const { phase, start, stop } = recording;
  return {
    way: "recording",
    isOn: phase === "recording" || phase === "stopping",
    isBusy: phase === "starting" || phase === "stopping",
    start,
    stop,
    recordInstead: undefined,
  };
}
