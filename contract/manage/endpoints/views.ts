import { doneSchema } from "../accounts.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { saveViewRequestSchema, viewSchema, viewsSchema } from "../views.ts";
import { viewParams } from "./params.ts";

/** Saved views of the list of clients. */
export const viewEndpoints = {
  listViews: {
    method: "GET",
    path: "/v1/manage/views",
    caller: "manager",
    scope: "clients:read",
    summary: "One's own views, and everybody's",
    data: viewsSchema,
  },
  addView: {
    method: "POST",
    path: "/v1/manage/views",
    caller: "manager",
    scope: "clients:write",
    summary: "Save a selection of clients under a name",
    body: saveViewRequestSchema,
    data: viewSchema,
    isRepeatable: true,
    errors: ["TOO_MANY_VIEWS", "FORBIDDEN"],
  },
  changeView: {
    method: "PUT",
    path: "/v1/manage/views/:viewId",
    caller: "manager",
    scope: "clients:write",
    summary: "Change a view; only administrators change everybody's",
    params: viewParams,
    body: saveViewRequestSchema,
    data: viewSchema,
    errors: ["FORBIDDEN"],
  },
  deleteView: {
    method: "DELETE",
    path: "/v1/manage/views/:viewId",
    caller: "manager",
    scope: "clients:write",
    summary: "Delete a view; its clients stay as they are",
    params: viewParams,
    data: doneSchema,
    errors: ["FORBIDDEN"],
  },
} as const satisfies ManageEndpointTable;
