import type { ManageEndpointTable } from "../endpoint.ts";
import { WORDS_BODY_MAX_BYTES } from "../limits.ts";
import { OWNER_PROOF_ERRORS } from "../owner-proof.ts";
import {
  addWebhookRequestSchema,
  changeWebhookRequestSchema,
  removedWebhookSchema,
  webhookSchema,
  webhookSecretSchema,
  webhooksSchema,
} from "../webhooks/webhooks.ts";
import { webhookParams } from "./params.ts";

/** The webhooks that messages are sent to. */
export const webhookEndpoints = {
  listWebhooks: {
    method: "GET",
    path: "/v1/manage/webhooks",
    caller: "administrator",
    summary: "All webhooks; each hears of every client",
    data: webhooksSchema,
  },
  addWebhook: {
    method: "POST",
    path: "/v1/manage/webhooks",
    caller: "administrator",
    summary: "Add a webhook; answers with its secret, this once",
    body: addWebhookRequestSchema,
    maxBytes: WORDS_BODY_MAX_BYTES,
    data: webhookSecretSchema,
    errors: OWNER_PROOF_ERRORS,
    isRepeatable: true,
  },
  changeWebhook: {
    method: "PUT",
    path: "/v1/manage/webhooks/:webhookId",
    caller: "administrator",
    summary: "Change a webhook's address, kinds, format or answers, or switch it on or off",
    params: webhookParams,
    body: changeWebhookRequestSchema,
    data: webhookSchema,
    errors: OWNER_PROOF_ERRORS,
  },
  rotateWebhookSecret: {
    method: "POST",
    path: "/v1/manage/webhooks/:webhookId/secret",
    caller: "administrator",
    summary: "Replace a webhook's secret; both sign for a day",
    params: webhookParams,
    data: webhookSecretSchema,
    isRepeatable: true,
  },
  removeWebhook: {
    method: "DELETE",
    path: "/v1/manage/webhooks/:webhookId",
    caller: "administrator",
    summary: "Remove a webhook",
    params: webhookParams,
    data: removedWebhookSchema,
  },
} as const satisfies ManageEndpointTable;
