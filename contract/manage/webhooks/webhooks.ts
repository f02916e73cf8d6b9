import * as z from "zod/mini";
import { countSchema, instantSchema } from "../../api/scalars.ts";
import { ownerProofFields } from "../owner-proof.ts";
import { deliveryCauses } from "./delivery-causes.ts";
import { includedAnswers, webhookFormats } from "./webhook-formats.ts";
import { type MessageKind, messageKinds } from "./webhook-messages.ts";

/** The bodies of the calls about webhooks, and their limits. */

export const WEBHOOKS_MAX = 20;
/** UTF-16 code units. */
export const WEBHOOK_ADDRESS_MAX_LENGTH = 2_048;
/** How long a replaced secret still signs messages together with the new one. */
export const SECRET_OVERLAP_HOURS = 24;
/** For name look-up, connection, request and answer together. */
export const DELIVERY_TIME_LIMIT_MS = 20_000;
/** The longest wait between two attempts. */
export const DELIVERY_WAIT_MAX_MS = 24 * 3_600_000;
/** How long the server keeps messages and their outcomes. */
export const DELIVERIES_KEPT_DAYS = 30;
export const DELIVERIES_PER_PAGE = 50;
/** A webhook gets a message about a client's saves at most this often. */
export const RECORD_SAVED_EVERY_MS = 60_000;
/** The number of failed attempts in a row after which a webhook counts as failing. */
export const FAILING_FROM_TRIES = 3;
/** How long a webhook has to fail before administrators get a mail. */
export const FAILING_MAIL_AFTER_MS = 3_600_000;
/** How long a webhook has to fail before it is turned off. */
export const FAILING_OFF_AFTER_MS = 3 * 24 * 3_600_000;

const kindNames = Object.keys(messageKinds) as [MessageKind, ...MessageKind[]];

const addressSchema = z.string().check(z.minLength(1), z.maxLength(WEBHOOK_ADDRESS_MAX_LENGTH));
const kindsSchema = z.array(z.enum(kindNames)).check(
  z.minLength(1),
  z.refine((kinds) => new Set(kinds).size === kinds.length, "Each kind once"),
);

const formatSchema = z.enum(webhookFormats);
const answersSchema = z.enum(includedAnswers);

/** Without a format, the host decides. Password and code are required if the webhook includes answers. */
export const addWebhookRequestSchema = z.strictObject({
  address: addressSchema,
  kinds: kindsSchema,
  format: z.optional(formatSchema),
  answers: z.optional(answersSchema),
  ...ownerProofFields,
});
export type AddWebhookRequest = z.infer<typeof addWebhookRequestSchema>;

/** What to do with undelivered messages when a webhook is turned on again. */
export const undeliveredActs = ["send", "drop"] as const;
export type UndeliveredAct = (typeof undeliveredActs)[number];

const changes = {
  address: z.optional(addressSchema),
  kinds: z.optional(kindsSchema),
  format: z.optional(formatSchema),
  answers: z.optional(answersSchema),
  isOn: z.optional(z.boolean()),
};
type Change = keyof typeof changes;

/**
 * Absent fields stay unchanged. Password and code are required if answers would go to a new address, or more answers
 * would be sent. `undelivered` requires `isOn: true`; without it, waiting messages are sent as scheduled.
 */
export const changeWebhookRequestSchema = z
  .strictObject({ ...changes, undelivered: z.optional(z.enum(undeliveredActs)), ...ownerProofFields })
  .check(
    z.refine(
      (request) => (Object.keys(changes) as Change[]).some((name) => request[name] !== undefined),
      "Expected address, kinds, format, answers or isOn",
    ),
    z.refine(({ isOn, undelivered }) => undelivered === undefined || isOn === true, {
      error: "Goes with isOn: true only",
      path: ["undelivered"],
    }),
  );
export type ChangeWebhookRequest = z.infer<typeof changeWebhookRequestSchema>;

/** `gone`: the receiver answered 410, which asks for no more messages. `failing`: it accepted no message for days. */
export const offCauses = ["by-hand", "gone", "failing"] as const;
export type OffCause = (typeof offCauses)[number];

export const webhookSchema = z.object({
  webhookId: z.string(),
  address: z.string(),
  kinds: z.array(z.enum(kindNames)),
  /** An account manager's id; null if the operator created it. */
  madeBy: z.nullable(z.string()),
  createdAt: instantSchema,
  isOn: z.boolean(),
  /** These two are set while it is off. */
  offAt: z.nullable(instantSchema),
  offCause: z.nullable(z.enum(offCauses)),
  /** Until when a replaced secret still signs together with the new one. */
  previousSecretUntil: z.nullable(instantSchema),
  format: formatSchema,
  answers: answersSchema,
  /**
   * Since when no message was accepted, and the result of the last attempt; null unless the last attempts all failed.
   */
  failing: z.nullable(
    z.object({
      since: instantSchema,
      status: z.nullable(z.int()),
      cause: z.nullable(z.enum(deliveryCauses)),
    }),
  ),
  /** The number of messages waiting for another attempt. */
  waiting: countSchema,
  /** The waiting messages, and those given up since it began to fail. */
  undelivered: countSchema,
});
export type Webhook = z.infer<typeof webhookSchema>;

/** The only answer that shows the secret. */
export const webhookSecretSchema = z.object({
  webhookId: z.string(),
  secret: z.string().check(z.regex(/^whsec_/)),
});
export type WebhookSecret = z.infer<typeof webhookSecretSchema>;

export const webhooksSchema = z.object({ webhooks: z.array(webhookSchema) });
export const removedWebhookSchema = z.object({});

export const deliveryStates = [
  /** Waiting for its first or next attempt. */
  "waiting",
  /** Answered with a 2xx status. */
  "delivered",
  /** All attempts have failed. */
  "given-up",
] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** One line of the delivery log: the outcome of one message. */
export const deliverySchema = z.object({
  /** The `webhook-id` header, which is the same in each attempt. */
  messageId: z.string(),
  /** One of the message kinds, or `webhook.test`. */
  kind: z.string(),
  clientId: z.nullable(z.string()),
  state: z.enum(deliveryStates),
  attempts: countSchema,
  createdAt: instantSchema,
  nextAt: z.nullable(instantSchema),
  /** These four are about the last attempt: `status` if there was an answer, otherwise `cause`. */
  lastAt: z.nullable(instantSchema),
  status: z.nullable(z.int()),
  cause: z.nullable(z.enum(deliveryCauses)),
  durationMs: z.nullable(countSchema),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** `next` is the cursor of the next page; null on the last. */
export const deliveryPageSchema = z.object({
  deliveries: z.array(deliverySchema),
  next: z.nullable(z.string()),
});
export type DeliveryPage = z.infer<typeof deliveryPageSchema>;

export const redeliveredSchema = z.object({});

/** The number of messages that were queued for sending now. */
export const retriedSchema = z.object({ queued: countSchema });
export type RetryResult = z.infer<typeof retriedSchema>;
