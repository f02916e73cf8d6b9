import { checksSchema } from "../checks.ts";
import type { ManageEndpointTable } from "../endpoint.ts";

/** The checks of what the server depends on, as in `firsthand doctor`. */
export const checkEndpoints = {
  readChecks: {
    method: "GET",
    path: "/v1/manage/checks",
    caller: "administrator",
    summary: "What the server's checks found within the last hour",
    data: checksSchema,
  },
  repeatChecks: {
    method: "POST",
    path: "/v1/manage/checks",
    caller: "administrator",
    summary: "Make the server's checks again now",
    data: checksSchema,
  },
} as const satisfies ManageEndpointTable;
