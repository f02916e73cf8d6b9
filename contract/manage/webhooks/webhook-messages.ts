import * as z from "zod/mini";
import { statusSchema } from "../../api/calls.ts";
import { countSchema, instantSchema } from "../../api/scalars.ts";
import { namedInterviewSchema } from "../interviews.ts";

/**
 * The bodies of webhook messages: ids, names, counts and instants. Answers are included only if the webhook asks for
 * them; keys and tokens never are.
 */

/** One question's answer, as people read it. Empty if the client deleted it. */
export const messageAnswerSchema = z.object({ question: z.string(), title: z.string(), answer: z.string() });
export type MessageAnswer = z.infer<typeof messageAnswerSchema>;

/** Absent if the webhook includes no answers. */
const withAnswers = { answers: z.optional(z.array(messageAnswerSchema)) };
const clientSchema = z.object({
  clientId: z.string(),
  clientName: z.string(),
  /** The interview that the client is asked. */
  interview: namedInterviewSchema,
});
/** The client, and their progress. */
const recordSchema = z.extend(z.extend(statusSchema, clientSchema.shape), withAnswers);
/** The same without answers, and how long the client has been inactive. */
const inactiveSchema = z.extend(z.extend(statusSchema, clientSchema.shape), {
  lastActiveAt: instantSchema,
  inactiveDays: countSchema,
});
/** The client, and the id of a question. */
const questionSchema = z.extend(clientSchema, { question: z.string() });
const answeredSchema = z.extend(questionSchema, withAnswers);

/**
 * The kinds of message that a webhook can subscribe to, with their `data`. The names use only characters that the
 * Standard Webhooks specification recommends.
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

/** The kind of message that the test button sends; webhooks cannot subscribe to it. */
export const TEST_KIND = "webhook.test";

/** The body of a message of any kind: when the event happened (ISO 8601, UTC), and the kind's `data`. */
export const messageSchema = z.object({
  type: z.string(),
  timestamp: instantSchema,
  data: z.record(z.string(), z.unknown()),
});
export type Message = z.infer<typeof messageSchema>;
