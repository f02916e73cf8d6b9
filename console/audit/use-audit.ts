import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { call } from "../api/call.ts";
import type { AuditQuery } from "./use-audit-query.ts";

/** The filtered audit trail, page by page. */
export function useAudit(query: AuditQuery) {
  return useInfiniteQuery({
    queryKey: ["audit", query],
    queryFn: ({ pageParam }) =>
      call(manageEndpoints.audit, { query: { ...query, ...(pageParam !== null && { after: pageParam }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // keeps the current lines until the new ones have loaded, so that nothing jumps
    placeholderData: keepPreviousData,
  });
}
