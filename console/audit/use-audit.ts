import { useInfiniteQuery } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { call } from "../api/call.ts";

/** The audit trail, a page at a time. */
export function useAudit() {
  return useInfiniteQuery({
    queryKey: ["audit"],
    queryFn: ({ pageParam }) =>
      call(manageEndpoints.audit, { ...(pageParam !== null && { query: { after: pageParam } }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}
