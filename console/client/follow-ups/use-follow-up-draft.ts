import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useEffect } from "react";
import { useStore } from "zustand";
import { LIVE_MS } from "../../api/queries.ts";
import { isSettled } from "../../api/query-state.ts";
import { CLIENTS } from "../../clients/use-clients.ts";
import { useMe } from "../../session/use-me.ts";
import {
  draftAt,
  type FollowUpDraft,
  type FollowUpDraftName,
  type FollowUpDrafts,
  hasFailedDrafts,
} from "./follow-up-drafts.ts";
import type { FollowUpName } from "./use-follow-ups.ts";

export const FollowUpDraftsContext = createContext<FollowUpDrafts | undefined>(undefined);

function useFollowUpDrafts(): FollowUpDrafts {
  const drafts = useContext(FollowUpDraftsContext);
  if (!drafts) throw new Error("Follow-ups are written below a FollowUpDraftsContext");
  return drafts;
}

function useDraftName({ clientId, questionId }: FollowUpName): FollowUpDraftName {
  const { data: me } = useMe();
  return { managerId: me?.managerId ?? "", clientId, questionId };
}

/** The draft of a follow-up to a question, from whichever device began it. */
export function useFollowUpDraft(at: FollowUpName): FollowUpDraft & {
  type: (text: string) => void;
  takeTheirs: () => void;
  discard: () => void;
} {
  const drafts = useFollowUpDrafts();
  const name = useDraftName(at);
  const draft = useStore(drafts.store, (all) => draftAt(all, name));
  return {
    ...draft,
    type: (text) => drafts.type(name, text),
    takeTheirs: () => drafts.takeTheirs(name),
    discard: () => drafts.discard(name),
  };
}

/**
 * Sends a draft, which is not saved while it is being sent. After sending, `sent` deletes the draft and returns the
 * text typed since.
 */
export function useSendingDraft(at: FollowUpName) {
  const drafts = useFollowUpDrafts();
  const name = useDraftName(at);
  return {
    sent: (text: string) => drafts.sent(name, text),
    async send<Answer>(call: () => Promise<Answer>): Promise<Answer> {
      await drafts.hold(name);
      try {
        return await call();
      } catch (error) {
        drafts.release(name);
        throw error;
      }
    },
  };
}

/**
 * Loads a client's drafts while the client's page is open, and saves them when it is left. Returns whether the drafts
 * have loaded.
 */
export function useKeptDrafts(clientId: string): boolean {
  const drafts = useFollowUpDrafts();
  const { data: me } = useMe();
  const managerId = me?.managerId ?? "";
  const reading = useQuery({
    queryKey: [CLIENTS, clientId, "drafts", managerId],
    queryFn: () => drafts.read({ managerId, clientId }),
    refetchInterval: LIVE_MS,
  });
  useEffect(() => {
    const save = () => drafts.saveAll({ managerId, clientId });
    const saveIfHidden = () => document.visibilityState === "hidden" && save();
    document.addEventListener("visibilitychange", saveIfHidden);
    addEventListener("pagehide", save);
    return () => {
      document.removeEventListener("visibilitychange", saveIfHidden);
      removeEventListener("pagehide", save);
      save();
    };
  }, [drafts, managerId, clientId]);
  return isSettled(reading);
}

/** Whether any draft has unsaved text after a failed save. */
export function useHasFailedDrafts(): boolean {
  return useStore(useFollowUpDrafts().store, hasFailedDrafts);
}
