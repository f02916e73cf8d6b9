import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Language } from "#contract/languages.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type {
  AddInterviewRequest,
  InterviewVersions,
  Templates,
  UpdateInterviewRequest,
} from "#contract/manage/interviews.ts";
import { useLanguage } from "../../web/ui/language/use-language.ts";
import { call } from "../api/call.ts";
import type { QueryState } from "../api/query-state.ts";
import { INTERVIEWS } from "./use-interviews.ts";

/** Mutations of interviews, after which all lists of interviews are refetched. */
export function useAddInterview() {
  return useInterviewAct((body: AddInterviewRequest) =>
    call(manageEndpoints.addInterview, { body, isOnce: true }),
  );
}

export function useUpdateInterview(interviewId: string) {
  const params = { interviewId };
  return useInterviewAct((body: UpdateInterviewRequest) =>
    call(manageEndpoints.updateInterview, { params, body }),
  );
}

export function useDeleteInterview(interviewId: string) {
  const params = { interviewId };
  return useInterviewAct<void, object>(() => call(manageEndpoints.deleteInterview, { params }));
}

/** The templates for new interviews, named in the user's language. */
export function useTemplates(): QueryState<Templates["templates"]> {
  return useQuery<Templates, Error, Templates["templates"]>({
    queryKey: ["interview-templates", useLanguage()],
    queryFn: () => call(manageEndpoints.listInterviewTemplates),
    select: ({ templates }) => templates,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Converts a table to an interview draft; stores nothing. */
export function useReadTable() {
  return useMutation({
    mutationFn: (body: { text: string; language: Language }) =>
      call(manageEndpoints.readInterviewTable, { body }),
  });
}

export function useVersions(interviewId: string): QueryState<InterviewVersions> {
  return useQuery({
    queryKey: [INTERVIEWS, interviewId, "versions"],
    queryFn: () => call(manageEndpoints.listInterviewVersions, { params: { interviewId } }),
  });
}

function useInterviewAct<Change, Answer>(act: (change: Change) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation<Answer, Error, Change>({
    mutationFn: act,
    onSuccess: () => queries.invalidateQueries({ queryKey: [INTERVIEWS] }),
  });
}
