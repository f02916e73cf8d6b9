import { doneSchema } from "../accounts.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { addFieldRequestSchema, changeFieldRequestSchema, fieldSchema, fieldsSchema } from "../fields.ts";
import { fieldParams } from "./params.ts";

/** The provider's custom fields; calls about clients change their values. */
export const fieldEndpoints = {
  listFields: {
    method: "GET",
    path: "/v1/manage/fields",
    caller: "manager",
    scope: "clients:read",
    summary: "The provider's custom fields, oldest first",
    data: fieldsSchema,
    isTagged: true,
  },
  addField: {
    method: "POST",
    path: "/v1/manage/fields",
    caller: "administrator",
    summary: "Add a custom field",
    body: addFieldRequestSchema,
    data: fieldSchema,
    isRepeatable: true,
    errors: ["TOO_MANY_FIELDS", "FIELD_NAME_TAKEN"],
  },
  changeField: {
    method: "PATCH",
    path: "/v1/manage/fields/:fieldId",
    caller: "administrator",
    summary: "Rename a custom field, or change the options of a choice",
    params: fieldParams,
    body: changeFieldRequestSchema,
    data: fieldSchema,
    errors: ["FIELD_NAME_TAKEN"],
  },
  deleteField: {
    method: "DELETE",
    path: "/v1/manage/fields/:fieldId",
    caller: "administrator",
    summary: "Delete a custom field with what every client has in it",
    params: fieldParams,
    data: doneSchema,
  },
} as const satisfies ManageEndpointTable;
