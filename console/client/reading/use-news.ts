import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  changesSince,
  type QuestionChange,
  type ReadMarkers,
} from "#contract/manage/answers/read-markers.ts";
import { readRecord } from "#contract/manage/answers/read-record.ts";
import type { Client } from "#contract/manage/clients.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { call } from "../../api/call.ts";
import { isSettled } from "../../api/query-state.ts";
import { useInterview } from "../../interviews/use-interviews.ts";
import { useRecord } from "../use-client.ts";
import { withoutOwnAnswers } from "./reading.ts";
import { useMarkRead, useMarkReadWhenVisible } from "./use-read-markers.ts";

/** A manager who returns to the page within this time continues the same visit. */
const VISIT_MS = 5 * 60_000;
/** Not under the CLIENTS key, which every action refetches: the marks must stay while the manager reads. */
const READ_MARKERS = "read-markers";

export type News = {
  /** The changes by question, in the order of the interview. */
  changes: QuestionChange[];
  /** When this manager last looked; null at the first visit. */
  lookedAt: string | null;
  /** Marks what is on the screen as seen. */
  clear: (onCleared: () => void) => void;
  /** The error from `clear`. */
  error: Error | null;
};

/** What changed since this manager last looked, updated as answers come in. `news` is undefined while loading. */
export function useNews(client: Client, managerName: string): { news: News | undefined; isSettled: boolean } {
  const { clientId } = client;
  const queries = useQueryClient();
  const { data: interview } = useInterview(client);
  const { data: read } = useRecord(client);
  const noting = useMarkRead(clientId);
  const marking = useQuery<ReadMarkers>({
    queryKey: [READ_MARKERS, clientId],
    queryFn: () => call(manageEndpoints.readMarkers, { params: { clientId } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: VISIT_MS,
  });
  const { data: marker } = marking;
  useMarkReadWhenVisible(clientId, marker && read?.revision);
  if (!interview || !read || !marker) return { news: undefined, isSettled: isSettled(marking) };
  const { sections } = readRecord(interview, read.record);
  const changes = changesSince(marker.marks, interview, read.record);
  const news: News = {
    changes: withoutOwnAnswers(changes, sections, managerName),
    lookedAt: marker.lookedAt,
    clear(onCleared) {
      const onSuccess = () =>
        void queries.invalidateQueries({ queryKey: [READ_MARKERS, clientId] }).then(onCleared);
      noting.mutate(read.revision, { onSuccess });
    },
    error: noting.error,
  };
  return { news, isSettled: true };
}
