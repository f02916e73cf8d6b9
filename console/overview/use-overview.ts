import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { Overview, OverviewQuery } from "#contract/manage/overview.ts";
import { call } from "../api/call.ts";
import { LIVE_MS } from "../api/queries.ts";
import { CLIENTS } from "../clients/use-clients.ts";

/** It counts all clients, and nobody watches it for seconds. */
const EVERY_MS = 20 * LIVE_MS;

/** Kept up to date while somebody looks. */
export function useOverview(query: OverviewQuery) {
  return useQuery<Overview>({
    queryKey: [CLIENTS, "overview", query],
    queryFn: () => call(manageEndpoints.overview, { query }),
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  });
}
