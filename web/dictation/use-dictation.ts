import { createContext, useContext } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { DictationEnding } from "./active-dictation.ts";
import type { Dictation, DictationState } from "./dictation.ts";

/** Undefined if the browser has no speech recognition. */
export const DictationContext = createContext<Dictation | undefined>(undefined);

const SILENT = createStore<DictationState>(() => ({
  phase: "idle",
  questionId: undefined,
  ending: undefined,
  isDead: false,
  isOnDevice: false,
}));

export type QuestionDictation = {
  phase: DictationState["phase"];
  /** From the press until the last words have arrived. Meanwhile, the box belongs to the engine. */
  isOn: boolean;
  /** How this question's last dictation ended; undefined once another question's dictation begins. */
  ending: DictationEnding | undefined;
  isDead: boolean;
  isOnDevice: boolean;
  start: () => void;
  stop: () => void;
};

/** Dictation into one question's box; undefined if the browser has no speech recognition. */
export function useDictation(questionId: string): QuestionDictation | undefined {
  const dictation = useContext(DictationContext);
  const store = dictation?.store ?? SILENT;
  const phase = useStore(store, (state) => (state.questionId === questionId ? state.phase : "idle"));
  const ending = useStore(store, (state) => (state.questionId === questionId ? state.ending : undefined));
  const isDead = useIsDictationDead();
  const isOnDevice = useStore(store, (state) => state.isOnDevice);
  if (!dictation) return undefined;
  const start = () => dictation.start(questionId);
  return { phase, isOn: isOnIn(phase), ending, isDead, isOnDevice, start, stop: dictation.stop };
}

/** The question that the client is dictating to, if any. */
export function useDictatedQuestion(): string | undefined {
  return useStore(useContext(DictationContext)?.store ?? SILENT, ({ phase, questionId }) =>
    isOnIn(phase) ? questionId : undefined,
  );
}

/** Whether dictation does not work on this page, so that another way of speaking replaces it. */
export function useIsDictationDead(): boolean {
  return useStore(useContext(DictationContext)?.store ?? SILENT, (state) => state.isDead);
}

function isOnIn(phase: DictationState["phase"]): boolean {
  return phase === "starting" || phase === "listening" || phase === "stopping";
}
