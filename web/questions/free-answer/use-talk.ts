import { useDictation } from "../../dictation/use-dictation.ts";
import { useRecording } from "../../takes/use-recording.ts";

/** The way to speak an answer to one question. */
export type Talk = {
  way: "dictation" | "recording";
  /** From the press until the last word has come. */
  isOn: boolean;
  /** A press now would come too early or too late. */
  isBusy: boolean;
  start: () => void;
  stop: () => void;
  /** Starts a recording where dictation comes first; undefined where no choice is left. */
  recordInstead: (() => void) | undefined;
};

/** Dictation where it works, else recording; undefined where this browser and provider offer neither. */
export function useTalk(questionId: string): Talk | undefined {
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
