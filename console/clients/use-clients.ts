import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ClientList, ClientRow, IssuedAccessKey, ListClientsQuery } from "#contract/manage/clients.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { call } from "../api/call.ts";
import { LIVE_MS } from "../api/queries.ts";

export const CLIENTS = "clients";

/** A page of the clients, kept up to date while it is looked at. */
export function useClients(query: ListClientsQuery) {
  return useQuery<ClientList>({
    queryKey: [CLIENTS, query],
    queryFn: () => call(manageEndpoints.listClients, { query }),
    refetchInterval: LIVE_MS,
    placeholderData: keepPreviousData,
  });
}

type NewClient = Pick<ClientRow, "name" | "email">;

export function useAddClient() {
  const queries = useQueryClient();
  return useMutation<IssuedAccessKey, Error, NewClient>({
    mutationFn: (body) => call(manageEndpoints.addClient, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [CLIENTS] }),
  });
}
