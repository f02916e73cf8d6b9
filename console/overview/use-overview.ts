import { useQuery } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { Overview } from "#contract/manage/overview.ts";
import { call } from "../api/call.ts";
import { LIVE_MS } from "../api/queries.ts";
import { CLIENTS } from "../clients/use-clients.ts";

/** Kept up to date while it is looked at. */
export function useOverview() {
  return useQuery<Overview>({
    queryKey: [CLIENTS, "overview"],
    queryFn: () => call(manageEndpoints.overview),
    refetchInterval: LIVE_MS,
  });
}
