import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { PublishPreview } from "#contract/manage/interviews.ts";
import { call } from "../../../api/call.ts";
import type { QueryState } from "../../../api/query-state.ts";
import { t } from "../../../translate.ts";
import { INTERVIEWS } from "../../use-interviews.ts";
import type { DraftEditor } from "../saving/draft-editor.ts";

/** Counting can take ten seconds on the server. */
const PREVIEW_TIMEOUT_MS = 30_000;

export type PublishPlan = {
  /** The revision of the previewed draft. */
  revision: string;
  preview: PublishPreview;
};

/** Saves the draft, then fetches the effects of publishing it. */
export function usePublishPreview(
  interviewId: string,
  editor: DraftEditor,
  asks: boolean,
): QueryState<PublishPlan> & { isPlaceholderData: boolean } {
  return useQuery({
    queryKey: ["publish-preview", interviewId, asks],
    async queryFn() {
      const isSaved = await editor.flush();
      const { revision, saving } = editor.store.getState();
      // otherwise an earlier draft would be published
      if (!isSaved) throw "error" in saving ? saving.error : new Error(t("editor.saving.conflict"));
      const body = { revision, submitted: asks ? ("move" as const) : ("keep" as const) };
      const params = { interviewId };
      const timeoutMs = PREVIEW_TIMEOUT_MS;
      const preview = await call(manageEndpoints.previewPublish, { params, body, timeoutMs });
      return { revision, preview };
    },
    // keeps the dialog's content while the other option is counted
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

type PublishInput = { revision: string; note: string; asks: boolean };

export function usePublish(interviewId: string, editor: DraftEditor) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ revision, note, asks }: PublishInput) =>
      call(manageEndpoints.publishInterview, {
        params: { interviewId },
        body: {
          revision,
          submitted: asks ? "move" : "keep",
          ...(note.trim() !== "" && { note }),
        },
        isOnce: true,
      }),
    async onSuccess() {
      await editor.look().catch(() => {});
      await queries.invalidateQueries({ queryKey: [INTERVIEWS] });
    },
  });
}
