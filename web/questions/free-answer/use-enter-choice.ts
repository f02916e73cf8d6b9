import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { EnterChoice } from "./enter-choice.ts";

export const EnterContext = createContext<EnterChoice | undefined>(undefined);

type EnterUse = Pick<EnterChoice, "choose" | "noteAdded"> & {
  addsLine: boolean;
  offeredAt: string | undefined;
};

/** Whether Enter starts a new line instead of adding the answer, and a function to choose. */
export function useEnterChoice(): EnterUse {
  const choice = useContext(EnterContext);
  if (!choice) throw new Error("No interview is open here");
  return { ...choice, ...useStore(choice.store) };
}
