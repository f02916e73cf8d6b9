import { BULK_BODY_MAX_BYTES, bulkRequestSchema, bulkSchema, bulkStartedSchema } from "../bulk.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { invitationPreviewSchema, invitationRequestSchema } from "../invitations.ts";
import { remindNowSchema } from "../mail/mail.ts";
import { bulkParams, clientParams } from "./params.ts";

/** Bulk actions on one or many clients, and invitations, which are one of them. */
export const bulkEndpoints = {
  startBulk: {
    method: "POST",
    path: "/v1/manage/bulk",
    caller: "manager",
    scope: ["clients:write", "keys:write"],
    summary: "Invite, remind, assign, tag, approve, erase, or set the due date of many clients",
    body: bulkRequestSchema,
    maxBytes: BULK_BODY_MAX_BYTES,
    data: bulkStartedSchema,
    isRepeatable: true,
    errors: ["FORBIDDEN", "NOT_FOUND", "BULK_RUNNING", "TOO_MANY_CLIENTS"],
  },
  findBulk: {
    method: "GET",
    path: "/v1/manage/bulk/:bulkId",
    caller: "manager",
    scope: "clients:read",
    summary: "How far an act on many clients is",
    params: bulkParams,
    data: bulkSchema,
  },
  stopBulk: {
    method: "POST",
    path: "/v1/manage/bulk/:bulkId/stop",
    caller: "manager",
    scope: "clients:write",
    summary: "Stop an act on many clients; what is done stays done",
    params: bulkParams,
    data: bulkSchema,
  },
  undoBulk: {
    method: "POST",
    path: "/v1/manage/bulk/:bulkId/undo",
    caller: "manager",
    scope: "clients:write",
    summary: "Undo an act on many clients, as far as nothing else has changed since",
    params: bulkParams,
    data: bulkSchema,
    errors: ["UNDO_OVER"],
  },
  previewInvitation: {
    method: "POST",
    path: "/v1/manage/clients/:clientId/invitation/preview",
    caller: "manager",
    scope: "clients:read",
    summary: "An invitation as the client would get it",
    params: clientParams,
    body: invitationRequestSchema,
    data: invitationPreviewSchema,
  },
  testInvitation: {
    method: "POST",
    path: "/v1/manage/clients/:clientId/invitation/test",
    caller: "manager",
    scope: "clients:write",
    summary: "Mail yourself a test invitation; its link does not sign in",
    params: clientParams,
    body: invitationRequestSchema,
    data: remindNowSchema,
  },
} as const satisfies ManageEndpointTable;
