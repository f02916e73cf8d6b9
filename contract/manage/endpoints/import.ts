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
    summary: "What a table of clients would add or update, and what is wrong in it",
    body: importRequestSchema,
    maxBytes: BODY_MAX_BYTES,
    data: importPreviewSchema,
    errors: ["FORBIDDEN"],
  },
  importClients: {
    method: "POST",
    path: "/v1/manage/clients/import",
    caller: "manager",
    scope: ["clients:write", "keys:write"],
    summary:
      "Add and update the clients of a table; answers with what happened to each row, and with the access keys",
    body: importRequestSchema,
    maxBytes: BODY_MAX_BYTES,
    data: importedSchema,
    isRepeatable: true,
    errors: ["FORBIDDEN"],
  },
} as const satisfies ManageEndpointTable;
