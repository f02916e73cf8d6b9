import { doneSchema } from "../accounts.ts";
import {
  addClientRequestSchema,
  changeClientRequestSchema,
  clientListSchema,
  clientSchema,
  eraseClientRequestSchema,
  erasedClientSchema,
  issuedKeySchema,
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
    summary: "Add a client; answers with the first access key",
    body: addClientRequestSchema,
    data: issuedKeySchema,
    isRepeatable: true,
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
    summary: "Change a client's name, email address or account manager",
    params: clientParams,
    body: changeClientRequestSchema,
    data: doneSchema,
    errors: ["FORBIDDEN"],
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
