import * as z from "zod/mini";
import { statusSchema } from "../../api/calls.ts";
import { instantSchema } from "../../api/scalars.ts";

/** The bodies of the messages that webhooks get: ids, names, counts and instants; never an answer, a key or a token. */

const clientSchema = z.object({ clientId: z.string(), clientName: z.string() });
/** The client, and how far they have come. */
const progressSchema = z.extend(statusSchema, clientSchema.shape);
/** The client, and the id of the question that is open again. */
const followUpAskedSchema = z.extend(clientSchema, { question: z.string() });

/**
 * What a webhook can get messages about, with their `data`. The names keep to the characters that the Standard
 * Webhooks specification recommends.
 */
export const messageKinds = {
  "client.created": { summary: "A client was added", data: clientSchema },
  "record.saved": {
    summary: "A client's record changed; at most one a minute a client",
    data: progressSchema,
  },
  "record.submitted": { summary: "A client submitted", data: progressSchema },
  "answer.asked_back": { summary: "A question was opened again for a client", data: followUpAskedSchema },
} as const satisfies { [kind: string]: { summary: string; data: z.ZodMiniType } };

export type MessageKind = keyof typeof messageKinds;
/** The `data` of a message of that kind. */
export type MessageData<Kind extends MessageKind> = z.infer<(typeof messageKinds)[Kind]["data"]>;

/** What the test button sends; nobody subscribes to it. */
export const TEST_KIND = "webhook.test";

/** A whole body, whatever its kind: when it happened (ISO 8601, UTC), and the kind's own data. */
export const messageSchema = z.object({
  type: z.string(),
  timestamp: instantSchema,
  data: z.record(z.string(), z.unknown()),
});
export type Message = z.infer<typeof messageSchema>;
