import { doneSchema } from "../accounts.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import {
  chooseMailRequestSchema,
  clientMailSchema,
  mailChoicesSchema,
  mailPageSchema,
  mailQuerySchema,
  mailSetUpSchema,
  remindNowSchema,
} from "../mail/mail.ts";
import { clientParams } from "./params.ts";

/** Mail to clients and managers. */
export const mailEndpoints = {
  mailSetUp: {
    method: "GET",
    path: "/v1/manage/mail",
    caller: "manager",
    scope: "clients:read",
    summary: "Whether this installation sends mail, and sends reminders automatically",
    data: mailSetUpSchema,
  },
  remindNow: {
    method: "POST",
    path: "/v1/manage/clients/:clientId/reminders",
    caller: "manager",
    scope: "clients:write",
    summary: "Remind a client by email, now",
    params: clientParams,
    data: remindNowSchema,
    isRepeatable: true,
  },
  clientMail: {
    method: "GET",
    path: "/v1/manage/clients/:clientId/mail",
    caller: "manager",
    scope: "clients:read",
    summary: "How a client stands with email, and the next reminder",
    params: clientParams,
    data: clientMailSchema,
  },
  undoOptOut: {
    method: "DELETE",
    path: "/v1/manage/clients/:clientId/mail/opt-out",
    caller: "manager",
    scope: "clients:write",
    summary: "Undo the opt-out of a client who asked to get mail again",
    params: clientParams,
    data: doneSchema,
  },
  listMails: {
    method: "GET",
    path: "/v1/manage/mails",
    caller: "manager",
    scope: "clients:read",
    summary: "What was mailed about one's clients, newest first",
    query: mailQuerySchema,
    data: mailPageSchema,
  },
  mailChoices: {
    method: "GET",
    path: "/v1/manage/me/mail",
    caller: "manager",
    summary: "Which mails one wants",
    data: mailChoicesSchema,
  },
  chooseMail: {
    method: "PUT",
    path: "/v1/manage/me/mail",
    caller: "manager",
    summary: "Choose which mails one wants",
    body: chooseMailRequestSchema,
    data: doneSchema,
  },
} as const satisfies ManageEndpointTable;
