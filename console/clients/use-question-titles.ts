import { useQuery } from "@tanstack/react-query";
import { endpoints } from "#contract/api/endpoints.ts";
import { openWires } from "#contract/api/wires/open.ts";
import { type Interview, questionsOf } from "#contract/interview/interview.ts";
import { useLanguage } from "../../web/ui/language/use-language.ts";
import { call } from "../api/call.ts";
import type { QueryState } from "../api/query-state.ts";

/** The interview that clients are asked, in the reader's language where it is offered; it never changes while the server runs. */
export function useInterview(): QueryState<Interview> {
  const language = useLanguage();
  return useQuery({
    queryKey: ["interview", language],
    queryFn: () => call({ ...endpoints.interview, ...openWires.interview }, { query: { language } }),
    select: ({ interview }) => interview,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The title of each question by its id. */
export function useQuestionTitles(): { [questionId: string]: string } {
  const { data: interview } = useInterview();
  if (!interview) return {};
  return Object.fromEntries(questionsOf(interview).map(({ id, title }) => [id, title]));
}
