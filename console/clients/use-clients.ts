import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type ClientList,
  type ClientRow,
  clientListSchema,
  type IssuedAccessKey,
  issuedKeySchema,
  type ListClientsQuery,
} from "#contract/manage/clients.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { call } from "../api/call.ts";
import { LIVE_MS } from "../api/queries.ts";

export const CLIENTS = "clients";

/** A page of the clients, kept up to date while it is looked at. */
export function useClients(query: ListClientsQuery) {
  return useQuery<ClientList>({
    queryKey: [CLIENTS, query],
    queryFn: () => call({ endpoint: manageEndpoints.listClients, schema: clientListSchema, query }),
    refetchInterval: LIVE_MS,
    placeholderData: keepPreviousData,
  });
}

type NewClient = Pick<ClientRow, "name" | "email">;

export function useAddClient() {
  const queries = useQueryClient();
  return useMutation<IssuedAccessKey, Error, NewClient>({
    mutationFn: (body) => call({ endpoint: manageEndpoints.addClient, schema: issuedKeySchema, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [CLIENTS] }),
  });
}
