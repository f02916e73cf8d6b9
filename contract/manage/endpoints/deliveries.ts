import * as z from "zod/mini";
import type { EndpointTable } from "../../api/endpoint.ts";
import { idSchema } from "../../api/ids.ts";
import { deliveryPageSchema, deliverySchema, redeliveredSchema } from "../webhooks/webhooks.ts";
import { deliveryParams, webhookParams } from "./params.ts";

/** What became of messages to webhooks. */
export const deliveryEndpoints = {
  testWebhook: {
    method: "POST",
    path: "/v1/manage/webhooks/:webhookId/test",
    caller: "administrator",
    summary: "Send a test message now, and tell what came of it",
    params: webhookParams,
    data: deliverySchema,
  },
  listDeliveries: {
    method: "GET",
    path: "/v1/manage/webhooks/:webhookId/deliveries",
    caller: "administrator",
    summary: "What became of a webhook's messages, newest first",
    params: webhookParams,
    query: z.strictObject({ from: z.optional(idSchema) }),
    data: deliveryPageSchema,
  },
  redeliver: {
    method: "POST",
    path: "/v1/manage/webhooks/:webhookId/deliveries/:messageId",
    caller: "administrator",
    summary: "Send a message once more",
    params: deliveryParams,
    data: redeliveredSchema,
  },
} as const satisfies EndpointTable;
