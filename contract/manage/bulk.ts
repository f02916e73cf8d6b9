import * as z from "zod/mini";
import { idSchema } from "../api/ids.ts";
import { countSchema, instantSchema } from "../api/scalars.ts";
import { clientSelectionSchema, daySchema } from "./clients.ts";
import { wordsSchema } from "./names.ts";
import { TAGS_PER_CLIENT_MAX, tagNameSchema } from "./tags.ts";

/** One act on one or many clients: a job does it a few clients at a time, and says how far it is. */

export const BULK_CLIENTS_MAX = 10_000;
/** Of what a manager adds to an invitation, in UTF-16 code units. */
export const INVITATION_WORDS_MAX_LENGTH = 2_000;
/** Mails of one act wait so long, in which it can be undone. */
export const BULK_MAIL_HELD_SECONDS = 20;
/** Erasing waits so long, in which it can be stopped: what is erased stays erased. */
export const BULK_ERASE_HELD_SECONDS = 60;
/** So long after its end an act without mails can be undone. */
export const BULK_UNDO_MINUTES = 10;
export const BULK_MAILS_PER_SECOND = 10;

/** What is done to each client. */
export const bulkActSchema = z.discriminatedUnion("action", [
  z.strictObject({
    action: z.literal("invite"),
    words: z.optional(wordsSchema(INVITATION_WORDS_MAX_LENGTH)),
    /** Replaces the due date; null takes it away. */
    dueOn: z.optional(z.nullable(daySchema)),
    /** Whether the server reminds the client from now on; left out, that stays as it is. */
    getsReminders: z.optional(z.boolean()),
    /** Not before. */
    sendAt: z.optional(instantSchema),
  }),
  z.strictObject({ action: z.literal("remind") }),
  z.strictObject({ action: z.literal("assign"), managerId: z.nullable(idSchema) }),
  z.strictObject({
    action: z.literal("tag"),
    add: z._default(z.array(tagNameSchema).check(z.maxLength(TAGS_PER_CLIENT_MAX)), []),
    remove: z._default(z.array(tagNameSchema).check(z.maxLength(TAGS_PER_CLIENT_MAX)), []),
  }),
  z.strictObject({ action: z.literal("due"), dueOn: z.nullable(daySchema) }),
  /** Each answered question of a submitted interview, as it is when the client's turn comes. */
  z.strictObject({ action: z.literal("approve") }),
  /** For administrators. `count`: how many clients are meant, so that no slip erases more. */
  z.strictObject({ action: z.literal("erase"), count: countSchema }),
]);
export type BulkAct = z.infer<typeof bulkActSchema>;
export type BulkAction = BulkAct["action"];

/** These clients, or all that a selection finds but some. */
export const bulkTargetSchema = z.union([
  z.strictObject({ ids: z.array(idSchema).check(z.minLength(1), z.maxLength(BULK_CLIENTS_MAX)) }),
  z.strictObject({
    selection: clientSelectionSchema,
    except: z._default(z.array(idSchema).check(z.maxLength(BULK_CLIENTS_MAX)), []),
  }),
]);
export type BulkTarget = z.infer<typeof bulkTargetSchema>;
/** Of a body with as many ids as there may be. */
export const BULK_BODY_MAX_BYTES = 512 * 1024;

export const bulkRequestSchema = z.strictObject({ act: bulkActSchema, on: bulkTargetSchema });
export type BulkRequest = z.infer<typeof bulkRequestSchema>;

export const bulkStates = ["running", "done", "stopped", "undone"] as const;
export type BulkState = (typeof bulkStates)[number];
export const bulkItemStates = ["waiting", "done", "skipped", "undone"] as const;
export type BulkItemState = (typeof bulkItemStates)[number];

/** Why nothing was done for a client; the sentence stands in the console's catalog under `bulk.cause.<code>`. */
export const bulkCauses = [
  "gone",
  "no-smtp",
  "no-address",
  "opted-out",
  "submitted",
  "not-submitted",
  "follow-up-out",
  "not-invited",
  "waiting",
  "just-sent",
  "already-so",
  "too-many-tags",
  /** Of undoing: somebody has changed it meanwhile. */
  "changed-since",
] as const;
export type BulkCause = (typeof bulkCauses)[number];

export const bulkStartedSchema = z.object({ bulkId: z.string(), total: countSchema });

export const bulkSchema = z.object({
  bulkId: z.string(),
  action: z.enum(["invite", "remind", "assign", "tag", "due", "approve", "erase"]),
  state: z.enum(bulkStates),
  total: countSchema,
  done: countSchema,
  skipped: countSchema,
  /** How many were skipped for each reason. */
  causes: z.partialRecord(z.enum(bulkCauses), countSchema),
  /** The first clients that were skipped. */
  skippedClients: z.array(
    z.object({ clientId: z.string(), clientName: z.string(), cause: z.enum(bulkCauses) }),
  ),
  startedAt: instantSchema,
  /** Until when it can be undone; null where it cannot. */
  undoUntil: z.nullable(instantSchema),
});
export type Bulk = z.infer<typeof bulkSchema>;
