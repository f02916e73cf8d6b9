import { useQuery } from "@tanstack/react-query";
import type { ClientCounts } from "#contract/manage/clients.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { call } from "../api/call.ts";
import { LIVE_MS } from "../api/queries.ts";
import { CLIENTS } from "./use-clients.ts";

/** They stand at the edge of the screen, where a few seconds more do no harm. */
const EVERY_MS = 3 * LIVE_MS;

/** How many clients each view finds, up to date while somebody looks. */
export function useCounts(): ClientCounts | undefined {
  const { data } = useQuery({
    queryKey: [CLIENTS, "counts"],
    queryFn: () => call(manageEndpoints.countClients),
    refetchInterval: EVERY_MS,
  });
  return data;
}
