import { soundWire } from "../../api/wires/takes.ts";
import { doneSchema } from "../accounts.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import {
  madeShareSchema,
  makeShareRequestSchema,
  openedShareSchema,
  openShareRequestSchema,
  sharesSchema,
} from "../shares.ts";
import { clientParams, sharedTakeParams, shareParams } from "./params.ts";

/** Links with which people without an account read a client's brief. */
export const shareEndpoints = {
  listShares: {
    method: "GET",
    path: "/v1/manage/clients/:clientId/shares",
    caller: "manager",
    scope: "clients:read",
    summary: "The live links to a client's brief, newest first, with how often each was opened",
    params: clientParams,
    data: sharesSchema,
    isTagged: true,
  },
  makeShare: {
    method: "POST",
    path: "/v1/manage/clients/:clientId/shares",
    caller: "manager",
    scope: "keys:write",
    summary: "Make a link to a client's brief, shown this once",
    params: clientParams,
    body: makeShareRequestSchema,
    data: madeShareSchema,
    isRepeatable: true,
    errors: ["SHARES_FULL"],
  },
  revokeShare: {
    method: "DELETE",
    path: "/v1/manage/clients/:clientId/shares/:shareId",
    caller: "manager",
    scope: "keys:write",
    summary: "End a link to a client's brief at once",
    params: shareParams,
    data: doneSchema,
  },
  openShare: {
    method: "POST",
    path: "/v1/shared/open",
    caller: "nobody",
    summary: "Open a shared brief by the token of its link; a cookie then shows it",
    body: openShareRequestSchema,
    data: openedShareSchema,
    errors: ["SHARE_OVER", "RATE_LIMITED"],
  },
  sharedAudio: {
    method: "GET",
    path: "/v1/shared/audio/:takeId",
    caller: "nobody",
    summary: "Hear a recording of a shared brief, by the cookie of the opening",
    params: sharedTakeParams,
    ...soundWire,
    errors: [...soundWire.errors, "NOT_FOUND", "RATE_LIMITED"],
  },
} as const satisfies ManageEndpointTable;
