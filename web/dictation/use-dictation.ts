import { createContext, useContext } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { Dictation, DictationState } from "./dictation.ts";
import type { DictationEnding } from "./speaking.ts";

/** Undefined where the browser has no speech recognition. */
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
  /** From the press until all words have come: the box belongs to the engine. */
  isOn: boolean;
  /** Of this question's last dictation, while no other has begun. */
  ending: DictationEnding | undefined;
  isDead: boolean;
  isOnDevice: boolean;
  start: () => void;
  stop: () => void;
};

/** Dictation into one question's box; undefined where the browser cannot. */
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

/** The question that is dictated to, if any. */
export function useDictatedQuestion(): string | undefined {
  return useStore(useContext(DictationContext)?.store ?? SILENT, ({ phase, questionId }) =>
    isOnIn(phase) ? questionId : undefined,
  );
}

/** Whether dictation has turned out not to work on this page: another way of speaking takes its place. */
export function useIsDictationDead(): boolean {
  return useStore(useContext(DictationContext)?.store ?? SILENT, (state) => state.isDead);
}

function isOnIn(phase: DictationState["phase"]): boolean {
  return phase === "starting" || phase === "listening" || phase === "stopping";
}
