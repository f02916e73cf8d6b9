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
  /** The client has come to the card. */
  notice: () => void;
};

/** What has come since the card was drawn is marked at once, and is read when the client comes to the card. */
export function useNoticedFollowUp(followUp: OpenFollowUp | undefined): Noticed {
  const asked = followUp?.askedAt;
  const [noticedAt, setNoticed] = useState(asked);
  return { noticed: noticedAt === asked ? followUp : undefined, notice: () => setNoticed(asked) };
}
