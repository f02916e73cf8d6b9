import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { Interview } from "#contract/interview/interview.ts";
import type { DraftState, DraftStore } from "./draft-store.ts";

export const DraftContext = createContext<DraftStore | undefined>(undefined);

/** The open draft, with the functions that change it. */
export function useDraftStore(): DraftStore {
  const draft = useContext(DraftContext);
  if (!draft) throw new Error("No draft is open here");
  return draft;
}

/** The interview in the current language. */
export function useInterview(): Interview {
  return useDraft((state) => state.interview);
}

/** Whether every question that counts toward completion is answered. */
export function useIsComplete(): boolean {
  return useDraft(({ completion }) => completion.open.length === 0);
}

/** When the record was last submitted (ISO 8601), and whether that submission has everything entered so far. */
export function useSubmitted(): { submittedAt: string | undefined; isSubmitted: boolean } {
  const submittedAt = useDraft(({ draft }) => draft.synced?.submittedAt);
  const isSubmitted = useDraft(({ draft, isUnsynced }) => {
    const { savedAt = "", submittedAt: at = "" } = draft.synced ?? {};
    return !isUnsynced && at !== "" && at >= savedAt;
  });
  return { submittedAt, isSubmitted };
}

/** A part of the draft; the component renders again when that part changes. */
export function useDraft<Part>(select: (state: DraftState) => Part): Part {
  return useStore(useDraftStore().store, select);
}
