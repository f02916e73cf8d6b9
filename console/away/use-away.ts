import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AwayRequest, AwayStatus } from "#contract/manage/away.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { call } from "../api/call.ts";
import { CLIENTS } from "../clients/use-clients.ts";
import { MANAGERS } from "../managers/use-managers.ts";

const AWAY = ["away"];

export function useAway(managerId: string) {
  return useQuery<AwayStatus>({
    queryKey: [...AWAY, managerId],
    queryFn: () => call(manageEndpoints.findAway, { params: { managerId } }),
  });
}

export function useGoAway(managerId: string) {
  return useAwayChange((body: AwayRequest) => call(manageEndpoints.goAway, { params: { managerId }, body }));
}

export function useComeBack(managerId: string) {
  return useAwayChange<void>(() => call(manageEndpoints.comeBack, { params: { managerId } }));
}

/** Refetches everything that depends on whose clients they are. */
function useAwayChange<Sent>(change: (sent: Sent) => Promise<object>) {
  const queries = useQueryClient();
  return useMutation<object, Error, Sent>({
    mutationFn: change,
    onSuccess: () =>
      Promise.all([AWAY, MANAGERS, [CLIENTS]].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
