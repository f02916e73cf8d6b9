import { doneSchema } from "../accounts.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { WORDS_BODY_MAX_BYTES } from "../limits.ts";
import { mailTemplateSchema, shownTemplatesSchema, templateQuerySchema } from "../mail/mail.ts";
import { mailPreviewSchema } from "../mail/shown-mail.ts";
import { templateParams } from "./params.ts";

/** Mail templates with the provider's own text. */
export const mailTemplateEndpoints = {
  listMailTemplates: {
    method: "GET",
    path: "/v1/manage/mail-templates",
    caller: "administrator",
    summary: "The words of each kind of mail in each language",
    data: shownTemplatesSchema,
  },
  changeMailTemplate: {
    method: "PUT",
    path: "/v1/manage/mail-templates/:kind",
    caller: "administrator",
    summary: "Put a mail into the provider's words",
    params: templateParams,
    query: templateQuerySchema,
    body: mailTemplateSchema,
    maxBytes: WORDS_BODY_MAX_BYTES,
    data: doneSchema,
  },
  removeMailTemplate: {
    method: "DELETE",
    path: "/v1/manage/mail-templates/:kind",
    caller: "administrator",
    summary: "Bring the built-in words of a mail back",
    params: templateParams,
    query: templateQuerySchema,
    data: doneSchema,
  },
  previewMailTemplate: {
    method: "POST",
    path: "/v1/manage/mail-templates/:kind/preview",
    caller: "administrator",
    summary: "How a mail would come, with sample values",
    params: templateParams,
    query: templateQuerySchema,
    body: mailTemplateSchema,
    maxBytes: WORDS_BODY_MAX_BYTES,
    data: mailPreviewSchema,
  },
} as const satisfies ManageEndpointTable;
