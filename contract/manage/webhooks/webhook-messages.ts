import * as z from "zod/mini";
import { statusSchema } from "../../api/calls.ts";
import { countSchema, instantSchema } from "../../api/scalars.ts";
import { namedInterviewSchema } from "../interviews.ts";

/**
 * The bodies of the messages that webhooks get: ids, names, counts and instants; answers only for a webhook that includes
 * them; never a key or a token.
 */

/** One question's answer, in the words in which people read it. Empty where the client took the answer away. */
export const messageAnswerSchema = z.object({ question: z.string(), title: z.string(), answer: z.string() });
export type MessageAnswer = z.infer<typeof messageAnswerSchema>;

/** Absent where the webhook includes no answers. */
const withAnswers = { answers: z.optional(z.array(messageAnswerSchema)) };
const clientSchema = z.object({
  clientId: z.string(),
  clientName: z.string(),
  /** What the client is asked. */
  interview: namedInterviewSchema,
});
/** The client, and how far they have come. */
const recordSchema = z.extend(z.extend(statusSchema, clientSchema.shape), withAnswers);
/** The same without answers, and since when the client has done nothing. */
const inactiveSchema = z.extend(z.extend(statusSchema, clientSchema.shape), {
  lastActiveAt: instantSchema,
  inactiveDays: countSchema,
});
/** The client, and the id of a question. */
const questionSchema = z.extend(clientSchema, { question: z.string() });
const answeredSchema = z.extend(questionSchema, withAnswers);

/**
 * What a webhook can get messages about, with their `data`. The names keep to the characters that the Standard
 * Webhooks specification recommends.
 */
export const messageKinds = {
  "client.created": { summary: "A client was added", data: clientSchema },
  "client.invited": {
    summary: "A client got a first access key or invitation",
    data: clientSchema,
  },
  "client.opened": { summary: "A client signed in for the first time", data: clientSchema },
  "client.inactive": {
    summary: "A client who had started has stalled: no activity for as many days as the settings say",
    data: inactiveSchema,
  },
  "record.saved": {
    summary: "A client's record changed; at most one a minute a client",
    data: recordSchema,
  },
  "record.submitted": { summary: "A client submitted", data: recordSchema },
  "question.answered": { summary: "A client answered a question that had no answer", data: answeredSchema },
  "question.approved": { summary: "A manager approved the answer to a question", data: answeredSchema },
  "follow_up.sent": { summary: "A manager asked a client a follow-up question", data: questionSchema },
  "follow_up.answered": { summary: "A client answered a follow-up question", data: answeredSchema },
  "answer.asked_back": { summary: "The earlier name of `follow_up.sent`", data: questionSchema },
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
