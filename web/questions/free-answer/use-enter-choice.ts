import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { EnterChoice } from "./enter-choice.ts";

export const EnterContext = createContext<EnterChoice | undefined>(undefined);

/** Whether Enter starts a new line instead of adding the answer, and the way to choose. */
export function useEnterChoice(): { addsLine: boolean; choose: (addsLine: boolean) => void } {
  const choice = useContext(EnterContext);
  if (!choice) throw new Error("No interview is open here");
  const addsLine = useStore(choice.store, (state) => state.addsLine);
  return { addsLine, choose: choice.choose };
}
