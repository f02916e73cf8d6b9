import { doneSchema } from "../accounts.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { tagsSchema } from "../tags.ts";
import { tagParams } from "./params.ts";

/** Tags. A bulk action (`bulk.ts`) gives them to clients. */
export const tagEndpoints = {
  listTags: {
    method: "GET",
    path: "/v1/manage/tags",
    caller: "manager",
    scope: "clients:read",
    summary: "All tags, each with how many of one's clients have it",
    data: tagsSchema,
  },
  deleteTag: {
    method: "DELETE",
    path: "/v1/manage/tags/:tagId",
    caller: "administrator",
    summary: "Take a tag away from all clients",
    params: tagParams,
    data: doneSchema,
  },
} as const satisfies ManageEndpointTable;
