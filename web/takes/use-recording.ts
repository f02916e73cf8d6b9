import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { RecordingFailure, RecordingState } from "./recording.ts";
import { useTakes } from "./use-takes.ts";

const OFF = createStore<RecordingState>(() => ({
  questionId: undefined,
  phase: "idle",
  seconds: 0,
  level: undefined,
  isUnheard: false,
  failure: undefined,
}));

export type QuestionRecording = {
  phase: RecordingState["phase"];
  /** The length of the current take in whole seconds. */
  seconds: number;
  /** True once 5 seconds have passed without any speech in the take. */
  isUnheard: boolean;
  failure: RecordingFailure | undefined;
  start: () => void;
  stop: () => void;
};

/** Recording an answer to one question; undefined if nothing can be recorded. */
export function useRecording(questionId: string): QuestionRecording | undefined {
  const { recording } = useTakes();
  const store = recording?.store ?? OFF;
  const phase = useStore(store, (state) => (state.questionId === questionId ? state.phase : "idle"));
  const seconds = useStore(store, (state) => (state.questionId === questionId ? state.seconds : 0));
  const isUnheard = useStore(store, (state) => state.questionId === questionId && state.isUnheard);
  const failure = useStore(store, (state) =>
    state.failure?.questionId === questionId ? state.failure.cause : undefined,
  );
  if (!recording) return undefined;
  const acts = { start: () => void recording.start(questionId), stop: () => void recording.stop() };
  return { phase, seconds, isUnheard, failure, ...acts };
}

/** Whether a take is running, for this question or for any. */
export function useIsRecording(questionId?: string): boolean {
  return useStore(
    useTakes().recording?.store ?? OFF,
    (state) => state.phase !== "idle" && (questionId === undefined || state.questionId === questionId),
  );
}

/** The question that the client is recording for, if any. */
export function useRecordedQuestion(): string | undefined {
  return useStore(useTakes().recording?.store ?? OFF, ({ phase, questionId }) =>
    phase === "idle" ? undefined : questionId,
  );
}

/** The input level, 0 to 1; undefined if the browser cannot measure it. Changes ten times a second. */
export function useLevel(): number | undefined {
  return useStore(useTakes().recording?.store ?? OFF, (state) => state.level);
}
