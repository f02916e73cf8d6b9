import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { Overview, OverviewQuery } from "#contract/manage/overview.ts";
import { call } from "../api/call.ts";
import { measureCall, pauseAfter, withoutTime } from "../api/costly-calls.ts";
import { CLIENTS } from "../clients/use-clients.ts";

/** The overview, refreshed regularly. */
export function useOverview(query: OverviewQuery) {
  return useQuery({
    queryKey: [CLIENTS, "overview", query],
    queryFn: () => measureCall(() => call(manageEndpoints.overview, { query })),
    select: withoutTime<Overview>,
    refetchInterval: pauseAfter,
    placeholderData: keepPreviousData,
  });
}
