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

/** The open follow-up at that question, if there is one. */
export function useOpenFollowUp(questionId: string): OpenFollowUp | undefined {
  return useOpenFollowUps().find(({ question }) => question === questionId);
}

type Noticed = {
  /** What may be read in the card: not what has only just come, which would push away what the client is at. */
  noticed: OpenFollowUp | undefined;
  /** It was sent, or is no longer asked: it stays until the client comes to the card again. */
  isOver: boolean;
  /** The client has come to the card. */
  notice: () => void;
};

/** What comes and what goes while the card is shown changes its height only when the client comes to the card. */
export function useNoticedFollowUp(followUp: OpenFollowUp | undefined): Noticed {
  const [noticed, setNoticed] = useState(followUp);
  const isOver = noticed !== undefined && followUp === undefined;
  return { noticed, isOver, notice: () => setNoticed(followUp) };
}
