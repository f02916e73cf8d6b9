import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { PublishPreview } from "#contract/manage/interviews.ts";
import { call } from "../../../api/call.ts";
import type { QueryState } from "../../../api/query-state.ts";
import { t } from "../../../translate.ts";
import { INTERVIEWS } from "../../use-interviews.ts";
import type { DraftEditor } from "../saving/draft-editor.ts";

/** Counting may take ten seconds on the server. */
const PREVIEW_TIMEOUT_MS = 30_000;

export type PublishPlan = {
  /** Of the draft that is shown. */
  revision: string;
  preview: PublishPreview;
};

/** What publishing would do to whom, once everything is saved. */
export function usePublishPreview(
  interviewId: string,
  editor: DraftEditor,
  asks: boolean,
): QueryState<PublishPlan> {
  return useQuery({
    queryKey: ["publish-preview", interviewId, asks],
    async queryFn() {
      const isSaved = await editor.flush();
      const { revision, saving } = editor.store.getState();
      // else an earlier draft would be published
      if (!isSaved) throw "error" in saving ? saving.error : new Error(t("editor.saving.conflict"));
      const body = { revision, submitted: asks ? ("move" as const) : ("keep" as const) };
      const params = { interviewId };
      const timeoutMs = PREVIEW_TIMEOUT_MS;
      const preview = await call(manageEndpoints.previewPublish, { params, body, timeoutMs });
      return { revision, preview };
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

type Publishing = { revision: string; note: string; asks: boolean };

export function usePublish(interviewId: string, editor: DraftEditor) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ revision, note, asks }: Publishing) =>
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
