import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { MadeShare, MakeShareRequest, Shares } from "#contract/manage/shares.ts";
import { call } from "../api/call.ts";
import { LIVE_MS } from "../api/queries.ts";
import { CLIENTS } from "../clients/use-clients.ts";

/** The active links to a client's brief. */
export function useShares(clientId: string) {
  return useQuery<Shares>({
    queryKey: keyOf(clientId),
    queryFn: () => call(manageEndpoints.listShares, { params: { clientId } }),
    refetchInterval: LIVE_MS,
  });
}

export function useMakeShare(clientId: string) {
  return useShareAct<MakeShareRequest, MadeShare>(clientId, (body) =>
    call(manageEndpoints.makeShare, { params: { clientId }, body, isOnce: true }),
  );
}

export function useRevokeShare(clientId: string) {
  return useShareAct<string, object>(clientId, (shareId) =>
    call(manageEndpoints.revokeShare, { params: { clientId, shareId } }),
  );
}

/** Refetches the list afterward. */
function useShareAct<Sent, Answer>(clientId: string, act: (sent: Sent) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation<Answer, Error, Sent>({
    mutationFn: act,
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(clientId) }),
  });
}

function keyOf(clientId: string): string[] {
  return [CLIENTS, clientId, "shares"];
}
