import { useQuery } from "@tanstack/react-query";
import type { ClientCounts } from "#contract/manage/clients.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { call } from "../api/call.ts";
import { measureCall, pauseAfter, withoutTime } from "../api/costly-calls.ts";
import { CLIENTS } from "./use-clients.ts";

/** The number of clients in each view, refreshed continuously. */
export function useCounts(): ClientCounts | undefined {
  const { data } = useQuery({
    queryKey: [CLIENTS, "counts"],
    queryFn: () => measureCall(() => call(manageEndpoints.countClients)),
    select: withoutTime<ClientCounts>,
    refetchInterval: pauseAfter,
  });
  return data;
}
