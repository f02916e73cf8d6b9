import { BODY_MAX_BYTES } from "../../limits.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { importedSchema, importPreviewSchema, importRequestSchema } from "../import.ts";

/** Many clients from a table. */
export const importEndpoints = {
  previewImport: {
    method: "POST",
    path: "/v1/manage/clients/import/preview",
    caller: "manager",
    scope: "clients:read",
    summary: "What a table of clients would add, and what is wrong in it",
    body: importRequestSchema,
    maxBytes: BODY_MAX_BYTES,
    data: importPreviewSchema,
  },
  importClients: {
    method: "POST",
    path: "/v1/manage/clients/import",
    caller: "manager",
    scope: ["clients:write", "keys:write"],
    summary: "Add all clients of a table, or none; answers with their access keys",
    body: importRequestSchema,
    maxBytes: BODY_MAX_BYTES,
    data: importedSchema,
    isRepeatable: true,
  },
} as const satisfies ManageEndpointTable;
