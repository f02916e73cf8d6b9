import * as z from "zod/mini";
import { PAGE_MAX } from "../api/paging.ts";
import { countSchema, instantSchema } from "../api/scalars.ts";
import { answerWhys } from "./answer-for.ts";
import { mailKindSchema, mailStates } from "./mail/mail.ts";
import { mailCauses } from "./mail/mail-causes.ts";

/** The events of one client, in order. They contain no words of an answer. */

export const TIMELINE_PER_PAGE = 50;
const BEFORE_MAX_LENGTH = 200;

/** Each kind of entry, and its meaning. */
export const timelineKinds = {
  saved:
    "The client or a helper saved. Saves of one device within 10 minutes of each other are one entry: `saves`, since `since`",
  transcribed: "The transcript of a recording came in",
  submitted: "The client submitted",
  restored: "A manager brought an earlier revision back",
  "answered-for": "A manager answered `questions` for the client; `why` says how the answer reached them",
  "signed-in": "The client signed in with an access key or the lock of a device, on `device`",
  "link-opened": "The client signed in with a sign-in link, or a helper with theirs, on `device`",
  mail: "A mail to the client: `mail` says which, and what became of it",
  "mail-stopped": "The client opted out of mail",
  "mail-resumed": "A manager undid the opt-out",
  "follow-up-asked": "A manager asked a follow-up about `questions`",
  "follow-up-withdrawn": "A manager withdrew a follow-up",
  "follow-up-answered": "The client answered the follow-ups about `questions`",
  approved: "A manager approved the answers to `questions`",
  unapproved: "A manager undid the approval of `questions`",
  "share-made": "A manager shared the brief with `recipient`",
  "share-opened": "The recipient opened the shared brief",
  "share-revoked": "A manager revoked a shared brief",
  exported: "A manager downloaded a file with the client's answers: `format` says which",
  added: "The client was added",
  changed: "Somebody changed the client's `fields`",
  "interview-changed": "Somebody gave the client another interview",
  "handed-over": "An administrator gave the client another manager",
  "key-issued": "Somebody issued an access key",
  "link-issued": "Somebody issued a sign-in link",
  "lock-added": "The client added the lock of a device, which signs them in there from then on",
  "device-added": "The client made a code to go on at another device",
  "helper-asked": "The client asked somebody to answer a section",
  "key-revoked": "Somebody revoked an access key, a sign-in link, or the lock of a device",
  "pin-set": "A manager set a PIN",
  "pin-removed": "A manager removed the PIN",
  "pin-stopped": "The PIN was entered wrong too often, and stopped",
} as const satisfies { [kind: string]: string };
export type TimelineKind = keyof typeof timelineKinds;

/**
 * `helper`: a person whom the client has asked to answer a section. `program`: the operator's commands. `recipient`: of
 * a shared brief. `server`: it acted automatically. The name is null if the actor has no name, or was deleted.
 */
export const timelineWhoSchema = z.object({
  kind: z.enum(["client", "helper", "manager", "program", "recipient", "server"]),
  name: z.nullable(z.string()),
});
export type TimelineWho = z.infer<typeof timelineWhoSchema>;

export const timelineEntrySchema = z.object({
  /** Unique for one client. The id of a run of saves changes as the run goes on. */
  entryId: z.string(),
  at: instantSchema,
  kind: z.enum(Object.keys(timelineKinds) as [TimelineKind, ...TimelineKind[]]),
  who: timelineWhoSchema,
  /** Such as "iPhone, Safari"; null if unknown. */
  device: z.optional(z.nullable(z.string())),
  /** The revision of the record that was saved, submitted or restored; null if unknown. */
  revision: z.optional(z.nullable(countSchema)),
  /** The revision before it; 0 if it was the first. It may be missing if the history was thinned. */
  base: z.optional(z.nullable(countSchema)),
  saves: z.optional(countSchema),
  since: z.optional(instantSchema),
  questions: z.optional(z.array(z.string())),
  /** Names of client fields, such as `email`; `fields` stands for the provider's custom fields. */
  fields: z.optional(z.array(z.string())),
  why: z.optional(z.enum(answerWhys)),
  /** Null if the share was deleted. */
  recipient: z.optional(z.nullable(z.string())),
  format: z.optional(z.string()),
  mail: z.optional(
    z.object({
      kind: mailKindSchema,
      state: z.enum(mailStates),
      attempts: countSchema,
      /** Why the last attempt failed. */
      cause: z.nullable(z.enum(mailCauses)),
      /** The mail server's status in that attempt. */
      status: z.nullable(z.int()),
    }),
  ),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

/** Newest first. `next` is the cursor for older entries; null at the end. */
export const timelineSchema = z.object({
  entries: z.array(timelineEntrySchema),
  next: z.nullable(z.string()),
});
export type Timeline = z.infer<typeof timelineSchema>;

/** `before` is the `next` of a page. */
export const timelineQuerySchema = z.strictObject({
  before: z.optional(z.string().check(z.maxLength(BEFORE_MAX_LENGTH))),
  limit: z._default(
    z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(PAGE_MAX)),
    TIMELINE_PER_PAGE,
  ),
});
