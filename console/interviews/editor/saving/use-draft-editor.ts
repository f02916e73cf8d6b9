import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { ShownDraft } from "#contract/manage/interviews.ts";
import { call } from "../../../api/call.ts";
import type { QueryState } from "../../../api/query-state.ts";
import { INTERVIEWS } from "../../use-interviews.ts";
import { createDraftEditor, type DraftEditor } from "./draft-editor.ts";
import { keepDraft, keptDraft } from "./kept-draft.ts";

/** How often to check for changes by other authors. */
const LOOK_MS = 10_000;
/** How long the notice about another author stays. */
const NOTICE_MS = 60_000;

const readDraft = (interviewId: string) =>
  call(manageEndpoints.readInterviewDraft, { params: { interviewId } });

/** The draft that the editor starts with. The editor itself checks for later changes. */
export function useShownDraft(interviewId: string): QueryState<ShownDraft> {
  return useQuery({
    queryKey: ["interview-draft", interviewId],
    queryFn: () => readDraft(interviewId),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/**
 * The editor of a draft while the component is mounted, and the name of another author who has just changed the draft.
 */
export function useDraftEditor(interviewId: string, shown: ShownDraft) {
  const queries = useQueryClient();
  const [other, setOther] = useState<string>();
  const [editor] = useState<DraftEditor>(() =>
    createDraftEditor(
      shown,
      {
        save: (interview, revision) =>
          call(manageEndpoints.saveInterviewDraft, {
            params: { interviewId },
            body: { interview, revision },
          }),
        read: () => readDraft(interviewId),
        keep: (kept) => keepDraft(localStorage, interviewId, kept),
        clock: Date.now,
      },
      { kept: keptDraft(localStorage, interviewId) },
    ),
  );
  useEffect(() => {
    editor.start();
    let forgetting: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      if (document.visibilityState !== "visible") return;
      const theirs = await editor.look();
      if (!theirs) return;
      setOther(theirs.changedByName ?? "");
      clearTimeout(forgetting);
      forgetting = setTimeout(() => setOther(undefined), NOTICE_MS);
    };
    // after a failed check, the next one follows
    const timer = setInterval(() => void look().catch(() => {}), LOOK_MS);
    // a page in the background may be closed without further notice
    document.addEventListener("visibilitychange", editor.keepNow);
    window.addEventListener("pagehide", editor.keepNow);
    return () => {
      document.removeEventListener("visibilitychange", editor.keepNow);
      window.removeEventListener("pagehide", editor.keepNow);
      clearInterval(timer);
      clearTimeout(forgetting);
      // refetch the list, which says whether an interview has a draft
      void editor.stop().then(() => queries.invalidateQueries({ queryKey: [INTERVIEWS] }));
    };
  }, [editor, queries]);
  return { editor, other };
}
