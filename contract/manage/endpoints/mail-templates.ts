import { doneSchema } from "../accounts.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { WORDS_BODY_MAX_BYTES } from "../limits.ts";
import { mailPreviewSchema, mailTemplateSchema, shownTemplatesSchema } from "../mail/mail.ts";
import { templateParams } from "./params.ts";

/** Mail in the provider's words. */
export const mailTemplateEndpoints = {
  listMailTemplates: {
    method: "GET",
    path: "/v1/manage/mail-templates",
    caller: "administrator",
    summary: "The words of each kind of mail",
    data: shownTemplatesSchema,
  },
  changeMailTemplate: {
    method: "PUT",
    path: "/v1/manage/mail-templates/:kind",
    caller: "administrator",
    summary: "Put a mail into the provider's words",
    params: templateParams,
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
    data: doneSchema,
  },
  previewMailTemplate: {
    method: "POST",
    path: "/v1/manage/mail-templates/:kind/preview",
    caller: "administrator",
    summary: "How a mail would come, with sample values",
    params: templateParams,
    body: mailTemplateSchema,
    maxBytes: WORDS_BODY_MAX_BYTES,
    data: mailPreviewSchema,
  },
} as const satisfies ManageEndpointTable;
