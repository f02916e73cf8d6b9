import { createContext, useContext } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { Dictation, DictationFailure, DictationState } from "./dictation.ts";

/** Undefined where the browser has no speech recognition. */
export const DictationContext = createContext<Dictation | undefined>(undefined);

const SILENT = createStore<DictationState>(() => ({
  questionId: undefined,
  phase: "idle",
  failure: undefined,
}));

type QuestionDictation = {
  phase: DictationState["phase"];
  failure: DictationFailure | undefined;
  start: () => void;
  stop: () => void;
};

/** Dictation into one question's box; undefined where the browser cannot. */
export function useDictation(questionId: string): QuestionDictation | undefined {
  const dictation = useContext(DictationContext);
  const store = dictation?.store ?? SILENT;
  const phase = useStore(store, (state) => (state.questionId === questionId ? state.phase : "idle"));
  const failure = useStore(store, (state) =>
    state.failure?.questionId === questionId ? state.failure.cause : undefined,
  );
  return dictation && { phase, failure, start: () => dictation.start(questionId), stop: dictation.stop };
}
