import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { HistoryStep } from "#contract/manage/history.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { call } from "../api/call.ts";
import { CLIENTS } from "../clients/use-clients.ts";
import { NOTHING } from "./chosen-steps.ts";

export function useHistory(clientId: string) {
  return useQuery<HistoryStep[]>({
    queryKey: [CLIENTS, clientId, "history"],
    queryFn: async () => {
      return (await call(manageEndpoints.history, { params: { clientId } })).steps;
    },
  });
}

/** The record at a revision, empty before the first save. A revision never changes. */
export function useRevision(clientId: string, revision: number) {
  return useQuery<ClientRecord>({
    queryKey: [CLIENTS, clientId, "history", revision],
    queryFn: async () => {
      if (revision === NOTHING) return {};
      const params = { clientId, revision };
      const read = await call(manageEndpoints.readRevision, { params });
      return read.data as ClientRecord;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useRestore(clientId: string) {
  const queries = useQueryClient();
  return useMutation<{ revision: number }, Error, number>({
    mutationFn: (revision) => call(manageEndpoints.restoreRevision, { params: { clientId, revision } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [CLIENTS, clientId] }),
  });
}
