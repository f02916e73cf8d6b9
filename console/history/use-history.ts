import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { type HistoryStep, historySchema, restoredSchema, revisionSchema } from "#contract/manage/history.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { call } from "../api/call.ts";
import { CLIENTS } from "../clients/use-clients.ts";

export function useHistory(clientId: string) {
  return useQuery<HistoryStep[]>({
    queryKey: [CLIENTS, clientId, "history"],
    queryFn: async () => {
      const asked = { endpoint: manageEndpoints.history, params: { clientId } };
      return (await call({ ...asked, schema: historySchema })).steps;
    },
  });
}

/** The record as it was then; a revision never changes. */
export function useRevision(clientId: string, revision: number | undefined) {
  return useQuery<ClientRecord>({
    queryKey: [CLIENTS, clientId, "history", revision],
    queryFn: async () => {
      const params = { clientId, revision: String(revision) };
      const read = await call({ endpoint: manageEndpoints.readRevision, schema: revisionSchema, params });
      return read.data as ClientRecord;
    },
    enabled: revision !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useRestore(clientId: string) {
  const queries = useQueryClient();
  return useMutation<{ revision: number }, Error, number>({
    mutationFn: (revision) =>
      call({
        endpoint: manageEndpoints.restoreRevision,
        schema: restoredSchema,
        params: { clientId, revision: String(revision) },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [CLIENTS, clientId] }),
  });
}
