import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { OpenFollowUp } from "#contract/api/calls.ts";
import type { FollowUps } from "./follow-ups.ts";

export const FollowUpsContext = createContext<FollowUps | undefined>(undefined);

/** All open follow-ups, oldest first. */
export function useOpenFollowUps(): OpenFollowUp[] {
  const followUps = useContext(FollowUpsContext);
  if (!followUps) throw new Error("No interview is open here");
  return useStore(followUps.store, ({ open }) => open);
}

/** The open follow-up at that question, if there is one. */
export function useOpenFollowUp(questionId: string): OpenFollowUp | undefined {
  return useOpenFollowUps().find(({ question }) => question === questionId);
}
