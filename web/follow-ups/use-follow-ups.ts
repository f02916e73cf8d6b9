import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { AskedBack } from "#contract/api/calls.ts";
import type { Asks } from "./follow-ups.ts";

export const AsksContext = createContext<Asks | undefined>(undefined);

/** All that is asked back, oldest first. */
export function useAsks(): AskedBack[] {
  const asks = useContext(AsksContext);
  if (!asks) throw new Error("No interview is open here");
  return useStore(asks.store, ({ open }) => open);
}

/** What is asked back at that question, if anything. */
export function useAsk(questionId: string): AskedBack | undefined {
  return useAsks().find(({ question }) => question === questionId);
}
