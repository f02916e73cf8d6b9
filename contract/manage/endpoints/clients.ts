import { doneSchema } from "../accounts.ts";
import {
  addClientRequestSchema,
  addedClientSchema,
  changeClientRequestSchema,
  clientCountsSchema,
  clientListSchema,
  clientSchema,
  eraseClientRequestSchema,
  erasedClientSchema,
  listClientsQuerySchema,
} from "../clients.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { clientParams } from "./params.ts";

/** Clients as their manager works with them. */
export const clientEndpoints = {
  listClients: {
    method: "GET",
    path: "/v1/manage/clients",
    caller: "manager",
    scope: "clients:read",
    summary: "Search, filter and sort one's clients",
    query: listClientsQuerySchema,
    data: clientListSchema,
  },
  addClient: {
    method: "POST",
    path: "/v1/manage/clients",
    caller: "manager",
    scope: ["clients:write", "keys:write"],
    summary: "Add a client; answers with the first access key, unless none is wanted",
    body: addClientRequestSchema,
    data: addedClientSchema,
    isRepeatable: true,
    errors: ["EXTERNAL_ID_TAKEN"],
  },
  countClients: {
    method: "GET",
    path: "/v1/manage/clients/counts",
    caller: "manager",
    scope: "clients:read",
    summary: "How many of one's clients each filter and each saved view finds",
    data: clientCountsSchema,
  },
  findClient: {
    method: "GET",
    path: "/v1/manage/clients/:clientId",
    caller: "manager",
    scope: "clients:read",
    summary: "One client, with access keys",
    params: clientParams,
    data: clientSchema,
  },
  changeClient: {
    method: "PUT",
    path: "/v1/manage/clients/:clientId",
    caller: "manager",
    scope: "clients:write",
    summary: "Change a client's name, addresses, due date or account manager",
    params: clientParams,
    body: changeClientRequestSchema,
    data: doneSchema,
    errors: ["FORBIDDEN", "EXTERNAL_ID_TAKEN"],
  },
  eraseClient: {
    method: "DELETE",
    path: "/v1/manage/clients/:clientId",
    caller: "manager",
    scope: "clients:write",
    summary: "Erase everything about a client, for good",
    params: clientParams,
    body: eraseClientRequestSchema,
    data: erasedClientSchema,
    errors: ["NAME_MISMATCH"],
  },
} as const satisfies ManageEndpointTable;
