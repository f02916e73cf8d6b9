import * as z from "zod/mini";
import { PAGE_MAX } from "../api/paging.ts";
import { countSchema, instantSchema } from "../api/scalars.ts";
import { answerWhys } from "./answer-for.ts";
import { mailKindSchema, mailStates } from "./mail/mail.ts";
import { mailCauses } from "./mail/mail-causes.ts";

/** What happened to one client, in order. No words of an answer are in it. */

export const TIMELINE_PER_PAGE = 50;
const BEFORE_MAX_LENGTH = 200;

/** Each kind of entry, and when it stands there. */
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
 * `helper`: somebody whom the client has asked to answer a section. `program`: the operator's commands. `recipient`: of a
 * shared brief. `server`: it acted without being asked. The name is null where the doer has no name, or where it is gone.
 */
export const timelineWhoSchema = z.object({
  kind: z.enum(["client", "helper", "manager", "program", "recipient", "server"]),
  name: z.nullable(z.string()),
});
export type TimelineWho = z.infer<typeof timelineWhoSchema>;

export const timelineEntrySchema = z.object({
  /** Entries of one client have different ones. That of a run of saves changes as the run goes on. */
  entryId: z.string(),
  at: instantSchema,
  kind: z.enum(Object.keys(timelineKinds) as [TimelineKind, ...TimelineKind[]]),
  who: timelineWhoSchema,
  /** Such as "iPhone, Safari"; null where it is not known. */
  device: z.optional(z.nullable(z.string())),
  /** Of the record, as it was saved, submitted or brought back then; null where it is not known. */
  revision: z.optional(z.nullable(countSchema)),
  /** Of the record before that; 0 where it was the first. A history that was thinned may lack it. */
  base: z.optional(z.nullable(countSchema)),
  saves: z.optional(countSchema),
  since: z.optional(instantSchema),
  questions: z.optional(z.array(z.string())),
  /** Names as a client has them, such as `email`; `fields` are the provider's own. */
  fields: z.optional(z.array(z.string())),
  why: z.optional(z.enum(answerWhys)),
  /** Null where the share is gone. */
  recipient: z.optional(z.nullable(z.string())),
  format: z.optional(z.string()),
  mail: z.optional(
    z.object({
      kind: mailKindSchema,
      state: z.enum(mailStates),
      attempts: countSchema,
      /** Why the last try came to nothing. */
      cause: z.nullable(z.enum(mailCauses)),
      /** What the mail server replied then. */
      status: z.nullable(z.int()),
    }),
  ),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

/** Newest first. `next` asks for what was before; null where that is all. */
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
