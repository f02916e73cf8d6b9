import { useInfiniteQuery } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { call } from "../api/call.ts";
import { LIVE_MS } from "../api/queries.ts";
import { CLIENTS } from "../clients/use-clients.ts";

/** The events of a client, page by page, newest first. */
export function useTimeline(clientId: string) {
  return useInfiniteQuery({
    queryKey: [CLIENTS, clientId, "timeline"],
    queryFn: ({ pageParam: before }) =>
      call(manageEndpoints.timeline, {
        params: { clientId },
        query: { ...(before !== null && { before }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // a manager who reads further back should not reload every page again and again
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : LIVE_MS),
  });
}
