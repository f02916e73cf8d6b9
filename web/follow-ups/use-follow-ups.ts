import { createContext, useContext, useState } from "react";
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

/** The open follow-up for this question, if there is one. */
export function useOpenFollowUp(questionId: string): OpenFollowUp | undefined {
  return useOpenFollowUps().find(({ question }) => question === questionId);
}

type Noticed = {
  /** The follow-up shown in the card. A new one waits, because it would push away what the client is working on. */
  noticed: OpenFollowUp | undefined;
  /** True if the follow-up is answered or no longer asked; it stays until the client comes to the card again. */
  isOver: boolean;
  /** Call this when the client comes to the card. */
  notice: () => void;
};

/** A follow-up that comes or goes while the card is shown changes the card only when the client comes to it. */
export function useNoticedFollowUp(followUp: OpenFollowUp | undefined): Noticed {
  const [noticed, setNoticed] = useState(followUp);
  const isOver = noticed !== undefined && followUp === undefined;
  return { noticed, isOver, notice: () => setNoticed(followUp) };
}
