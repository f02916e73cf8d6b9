import type { ManageEndpointTable } from "../endpoint.ts";
import { SEARCH_BODY_MAX_BYTES } from "../limits.ts";
import { searchLineSchema, searchRequestSchema } from "../search.ts";

export const SEARCH_MEDIA_TYPE = "application/x-ndjson";

/** Search in answers; the query is in the body, so that it does not end up in logs. */
export const searchEndpoints = {
  search: {
    method: "POST",
    path: "/v1/manage/search",
    caller: "manager",
    scope: "answers:read",
    summary:
      "Search in answers, follow-ups and notes; a line of JSON for each client found, as they are found",
    body: searchRequestSchema,
    maxBytes: SEARCH_BODY_MAX_BYTES,
    answers: { 200: { files: [SEARCH_MEDIA_TYPE], line: searchLineSchema } },
    errors: ["SEARCH_BUSY"],
  },
} as const satisfies ManageEndpointTable;
