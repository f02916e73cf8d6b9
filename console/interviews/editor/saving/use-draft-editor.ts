import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { ShownDraft } from "#contract/manage/interviews.ts";
import { call } from "../../../api/call.ts";
import type { QueryState } from "../../../api/query-state.ts";
import { INTERVIEWS } from "../../use-interviews.ts";
import { createDraftEditor, type DraftEditor } from "./draft-editor.ts";
import { keepDraft, keptDraft } from "./kept-draft.ts";

/** Others who edit the same draft are seen this soon. */
const LOOK_MS = 10_000;
/** A notice of them stands so long. */
const NOTICE_MS = 60_000;

const readDraft = (interviewId: string) =>
  call(manageEndpoints.readInterviewDraft, { params: { interviewId } });

/** The draft as the editor begins with it. The editor itself looks for what comes later. */
export function useShownDraft(interviewId: string): QueryState<ShownDraft> {
  return useQuery({
    queryKey: ["interview-draft", interviewId],
    queryFn: () => readDraft(interviewId),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** The editor of a draft for as long as it is on the page, and who has just changed the draft besides. */
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
    // a look that fails is followed by another
    const timer = setInterval(() => void look().catch(() => {}), LOOK_MS);
    // a page that goes to the background may never come back
    document.addEventListener("visibilitychange", editor.keepNow);
    window.addEventListener("pagehide", editor.keepNow);
    return () => {
      document.removeEventListener("visibilitychange", editor.keepNow);
      window.removeEventListener("pagehide", editor.keepNow);
      clearInterval(timer);
      clearTimeout(forgetting);
      // the list says whether there is a draft
      void editor.stop().then(() => queries.invalidateQueries({ queryKey: [INTERVIEWS] }));
    };
  }, [editor, queries]);
  return { editor, other };
}
