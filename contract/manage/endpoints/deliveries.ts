import * as z from "zod/mini";
import { pageQuery } from "../../api/paging.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import {
  DELIVERIES_PER_PAGE,
  deliveryPageSchema,
  deliverySchema,
  redeliveredSchema,
  retriedSchema,
} from "../webhooks/webhooks.ts";
import { deliveryParams, webhookParams } from "./params.ts";

/** Deliveries of messages to webhooks. */
export const deliveryEndpoints = {
  testWebhook: {
    method: "POST",
    path: "/v1/manage/webhooks/:webhookId/test",
    caller: "administrator",
    summary: "Send a test message now, and tell what came of it",
    params: webhookParams,
    data: deliverySchema,
    isRepeatable: true,
  },
  retryWebhook: {
    method: "POST",
    path: "/v1/manage/webhooks/:webhookId/retry",
    caller: "administrator",
    summary: "Send what was not delivered now, each message with all its tries",
    params: webhookParams,
    data: retriedSchema,
    isRepeatable: true,
  },
  listDeliveries: {
    method: "GET",
    path: "/v1/manage/webhooks/:webhookId/deliveries",
    caller: "administrator",
    summary: "What became of a webhook's messages, newest first",
    params: webhookParams,
    query: z.strictObject(pageQuery(DELIVERIES_PER_PAGE)),
    data: deliveryPageSchema,
  },
  redeliver: {
    method: "POST",
    path: "/v1/manage/webhooks/:webhookId/deliveries/:messageId",
    caller: "administrator",
    summary: "Send a message once more",
    params: deliveryParams,
    data: redeliveredSchema,
    isRepeatable: true,
  },
} as const satisfies ManageEndpointTable;
