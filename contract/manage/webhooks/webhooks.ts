import * as z from "zod/mini";
import { countSchema, instantSchema } from "../../api/scalars.ts";
import { ownerProofFields } from "../owner-proof.ts";
import { deliveryCauses } from "./delivery-causes.ts";
import { includedAnswers, webhookFormats } from "./webhook-formats.ts";
import { type MessageKind, messageKinds } from "./webhook-messages.ts";

/** The bodies of the calls about webhooks, and the numbers that both sides agree on. */

export const WEBHOOKS_MAX = 20;
/** UTF-16 code units. */
export const WEBHOOK_ADDRESS_MAX_LENGTH = 2_048;
/** A secret that was replaced signs for so long beside the new one. */
export const SECRET_OVERLAP_HOURS = 24;
/** For name, connection, request and answer together. */
export const DELIVERY_TIME_LIMIT_MS = 20_000;
/** From one try to the next, at most. */
export const DELIVERY_WAIT_MAX_MS = 24 * 3_600_000;
/** The server stores messages and what became of them for this long. */
export const DELIVERIES_KEPT_DAYS = 30;
export const DELIVERIES_PER_PAGE = 50;
/** A webhook gets a message about a client's saves at most this often. */
export const RECORD_SAVED_EVERY_MS = 60_000;
/** A webhook counts as failing from so many failed tries in a row on. */
export const FAILING_FROM_TRIES = 3;
/** Administrators are mailed about a webhook that has been failing for so long. */
export const FAILING_MAIL_AFTER_MS = 3_600_000;
/** A webhook that has been failing for so long is turned off. */
export const FAILING_OFF_AFTER_MS = 3 * 24 * 3_600_000;

const kindNames = Object.keys(messageKinds) as [MessageKind, ...MessageKind[]];

const addressSchema = z.string().check(z.minLength(1), z.maxLength(WEBHOOK_ADDRESS_MAX_LENGTH));
const kindsSchema = z.array(z.enum(kindNames)).check(
  z.minLength(1),
  z.refine((kinds) => new Set(kinds).size === kinds.length, "Each kind once"),
);

const formatSchema = z.enum(webhookFormats);
const answersSchema = z.enum(includedAnswers);

/** Without a format, the host decides. Password and code are needed where the webhook includes answers. */
export const addWebhookRequestSchema = z.strictObject({
  address: addressSchema,
  kinds: kindsSchema,
  format: z.optional(formatSchema),
  answers: z.optional(answersSchema),
  ...ownerProofFields,
});
export type AddWebhookRequest = z.infer<typeof addWebhookRequestSchema>;

/** What becomes of the messages that were not delivered, when a webhook is turned on again. */
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
 * What is left out stays as it is. Password and code are needed where answers would go to a new place, or more of them.
 * `undelivered` goes with `isOn: true`; without it, messages that wait go on as they would have.
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

/** `gone`: its receiver answered 410, which asks for no more messages. `failing`: it took no message for days. */
export const offCauses = ["by-hand", "gone", "failing"] as const;
export type OffCause = (typeof offCauses)[number];

export const webhookSchema = z.object({
  webhookId: z.string(),
  address: z.string(),
  kinds: z.array(z.enum(kindNames)),
  /** An account manager's id; null where the operator made it. */
  madeBy: z.nullable(z.string()),
  createdAt: instantSchema,
  isOn: z.boolean(),
  /** These two where it is off. */
  offAt: z.nullable(instantSchema),
  offCause: z.nullable(z.enum(offCauses)),
  /** While a replaced secret still signs beside the new one. */
  previousSecretUntil: z.nullable(instantSchema),
  format: formatSchema,
  answers: answersSchema,
  /** Since when no message was taken, and what the last try came to; null where the last tries did not all fail. */
  failing: z.nullable(
    z.object({
      since: instantSchema,
      status: z.nullable(z.int()),
      cause: z.nullable(z.enum(deliveryCauses)),
    }),
  ),
  /** Messages to be tried again. */
  waiting: countSchema,
  /** Those, and the ones that were given up since it began to fail. */
  undelivered: countSchema,
});
export type Webhook = z.infer<typeof webhookSchema>;

/** The secret is shown here and nowhere else. */
export const webhookSecretSchema = z.object({
  webhookId: z.string(),
  secret: z.string().check(z.regex(/^whsec_/)),
});
export type WebhookSecret = z.infer<typeof webhookSecretSchema>;

export const webhooksSchema = z.object({ webhooks: z.array(webhookSchema) });
export const removedWebhookSchema = z.object({});

export const deliveryStates = [
  /** To be tried, for the first time or again. */
  "waiting",
  /** Answered with a 2xx status. */
  "delivered",
  /** Tried often enough. */
  "given-up",
] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** One line of the delivery log: what became of one message. */
export const deliverySchema = z.object({
  /** The `webhook-id` header, the same at each try. */
  messageId: z.string(),
  /** One of the message kinds, or `webhook.test`. */
  kind: z.string(),
  clientId: z.nullable(z.string()),
  state: z.enum(deliveryStates),
  attempts: countSchema,
  createdAt: instantSchema,
  nextAt: z.nullable(instantSchema),
  /** These four are of the last try: status where there was an answer, else a cause. */
  lastAt: z.nullable(instantSchema),
  status: z.nullable(z.int()),
  cause: z.nullable(z.enum(deliveryCauses)),
  durationMs: z.nullable(countSchema),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** `next` asks for the page after this one; null on the last. */
export const deliveryPageSchema = z.object({
  deliveries: z.array(deliverySchema),
  next: z.nullable(z.string()),
});
export type DeliveryPage = z.infer<typeof deliveryPageSchema>;

export const redeliveredSchema = z.object({});

/** How many messages were put in to be sent now. */
export const retriedSchema = z.object({ queued: countSchema });
export type Retried = z.infer<typeof retriedSchema>;
