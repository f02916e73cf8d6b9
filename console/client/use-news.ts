import { useQuery, useQueryClient } from "@tanstack/react-query";
import { changesSince, type Look, type QuestionChange } from "#contract/manage/answers/read-markers.ts";
import type { Client } from "#contract/manage/clients.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { call } from "../api/call.ts";
import { useInterview } from "../clients/use-question-titles.ts";
import { useRecord } from "./use-client.ts";
import { useLooked, useNoteLook } from "./use-read-markers.ts";

/** Whoever comes back to the page so soon goes on with the same visit. */
const VISIT_MS = 5 * 60_000;
/** Not among what is asked again after each act: the marks must stay while they are read. */
const LOOK = "look";

export type News = {
  /** By question, in the order of the interview. */
  changes: QuestionChange[];
  /** When this manager looked last; null where this is the first time. */
  lookedAt: string | null;
  /** From now on, what is on the screen counts as seen. */
  clear: (onCleared: () => void) => void;
  /** Of clearing. */
  error: Error | null;
};

/** What is other than when this manager looked last, also as it comes in; undefined until that is known. */
export function useNews(client: Client): News | undefined {
  const { clientId } = client;
  const queries = useQueryClient();
  const { data: interview } = useInterview();
  const { data: read } = useRecord(client);
  const noting = useNoteLook(clientId);
  const { data: look } = useQuery<Look>({
    queryKey: [LOOK, clientId],
    queryFn: () => call(manageEndpoints.readLook, { params: { clientId } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: VISIT_MS,
  });
  useLooked(clientId, look && read?.revision);
  if (!interview || !read || !look) return undefined;
  return {
    changes: changesSince(look.marks, interview, read.record),
    lookedAt: look.lookedAt,
    clear(onCleared) {
      const onSuccess = () => void queries.invalidateQueries({ queryKey: [LOOK, clientId] }).then(onCleared);
      noting.mutate(read.revision, { onSuccess });
    },
    error: noting.error,
  };
}
