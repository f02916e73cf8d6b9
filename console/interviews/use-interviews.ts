import { useQueries, useQuery } from "@tanstack/react-query";
import { endpoints } from "#contract/api/endpoints.ts";
import { openWires } from "#contract/api/wires/open.ts";
import { type Interview, questionsOf } from "#contract/interview/interview.ts";
import type { Language } from "#contract/languages.ts";
import type { Client } from "#contract/manage/clients.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { ClientInterview, Interviews, ListedInterview } from "#contract/manage/interviews.ts";
import { useLanguage } from "../../web/ui/language/use-language.ts";
import { call } from "../api/call.ts";
import type { QueryState } from "../api/query-state.ts";

/** The query key of everything about interviews, which is refetched after a change. */
export const INTERVIEWS = "interviews";

/** All interviews, with the default of new clients first. */
export function useInterviews(): QueryState<ListedInterview[]> {
  return useQuery<Interviews, Error, ListedInterview[]>({
    queryKey: [INTERVIEWS],
    queryFn: () => call(manageEndpoints.listInterviews),
    select: ({ interviews }) => interviews,
  });
}

/** A client's interview, in the user's language if the interview has it. */
export function useInterview({ interview }: Pick<Client, "interview">): QueryState<Interview> {
  return useQuery(definitionQuery(interview, useLanguage()));
}

/** The titles of the questions of all interviews, by question ID. */
export function useQuestionTitles(): { [questionId: string]: string } {
  const language = useLanguage();
  const { data: interviews = [] } = useInterviews();
  const queries = interviews
    .filter(({ version }) => version !== null)
    .map((interview) => definitionQuery(interview, language));
  return useQueries({
    queries,
    combine: (found) =>
      Object.fromEntries(
        found.flatMap(({ data }) => (data ? questionsOf(data) : [])).map(({ id, title }) => [id, title]),
      ),
  });
}

/** The query for an interview definition, which never changes under its hash. */
function definitionQuery({ hashes }: Pick<ClientInterview, "hashes">, language: Language) {
  const hash = hashes[language] ?? Object.values(hashes)[0];
  return {
    queryKey: ["interview", hash, language],
    queryFn: () =>
      call({ ...endpoints.interview, ...openWires.interview }, { query: hash ? { hash } : { language } }),
    select: ({ interview }: { interview: Interview }) => interview,
    staleTime: Number.POSITIVE_INFINITY,
  };
}
