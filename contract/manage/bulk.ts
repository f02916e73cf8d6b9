import * as z from "zod/mini";
import { idSchema } from "../api/ids.ts";
import { countSchema, instantSchema } from "../api/scalars.ts";
import { clientSelectionSchema, daySchema } from "./clients.ts";
import { wordsSchema } from "./names.ts";
import { TAGS_PER_CLIENT_MAX, tagNameSchema } from "./tags.ts";

/** A bulk action on one or many clients. A job handles a few clients at a time and reports its progress. */

export const BULK_CLIENTS_MAX = 10_000;
/** The longest text that a manager adds to an invitation, in UTF-16 code units. */
export const INVITATION_WORDS_MAX_LENGTH = 2_000;
/** How long the mails of a bulk action wait, so that the action can be undone. */
export const BULK_MAIL_HELD_SECONDS = 20;
/** How long erasing waits, so that it can be stopped: it cannot be undone. */
export const BULK_ERASE_HELD_SECONDS = 60;
/** How long after its end a bulk action without mails can be undone. */
export const BULK_UNDO_MINUTES = 10;
export const BULK_MAILS_PER_SECOND = 10;

/** The action for each client. */
export const bulkActSchema = z.discriminatedUnion("action", [
  z.strictObject({
    action: z.literal("invite"),
    words: z.optional(wordsSchema(INVITATION_WORDS_MAX_LENGTH)),
    /** Replaces the due date; null removes it. */
    dueOn: z.optional(z.nullable(daySchema)),
    /** Whether the server reminds the client from now on; unchanged if absent. */
    getsReminders: z.optional(z.boolean()),
    /** The earliest time of sending. */
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
  /** Approves each answered question of a submitted interview, as it is when the job reaches the client. */
  z.strictObject({ action: z.literal("approve") }),
  /** For administrators only. `count` is the expected number of clients, so that a mistake cannot erase more. */
  z.strictObject({ action: z.literal("erase"), count: countSchema }),
]);
export type BulkAct = z.infer<typeof bulkActSchema>;
export type BulkAction = BulkAct["action"];

/** The listed clients, or all clients of a selection with exceptions. */
export const bulkTargetSchema = z.union([
  z.strictObject({ ids: z.array(idSchema).check(z.minLength(1), z.maxLength(BULK_CLIENTS_MAX)) }),
  z.strictObject({
    selection: clientSelectionSchema,
    except: z._default(z.array(idSchema).check(z.maxLength(BULK_CLIENTS_MAX)), []),
  }),
]);
export type BulkTarget = z.infer<typeof bulkTargetSchema>;
/** The size limit of a body; it fits `BULK_CLIENTS_MAX` ids. */
export const BULK_BODY_MAX_BYTES = 512 * 1024;

export const bulkRequestSchema = z.strictObject({ act: bulkActSchema, on: bulkTargetSchema });
export type BulkRequest = z.infer<typeof bulkRequestSchema>;

export const bulkStates = ["running", "done", "stopped", "undone"] as const;
export type BulkState = (typeof bulkStates)[number];
export const bulkItemStates = ["waiting", "done", "skipped", "undone"] as const;
export type BulkItemState = (typeof bulkItemStates)[number];

/** Why a client was skipped; the sentence is in the console's catalog under `bulk.cause.<code>`. */
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
  /** When undoing: the client's data has changed since. */
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
  /** The number of skipped clients for each cause. */
  causes: z.partialRecord(z.enum(bulkCauses), countSchema),
  /** The first skipped clients. */
  skippedClients: z.array(
    z.object({ clientId: z.string(), clientName: z.string(), cause: z.enum(bulkCauses) }),
  ),
  startedAt: instantSchema,
  /** When undoing stops being possible; null if it is not possible. */
  undoUntil: z.nullable(instantSchema),
});
export type BulkJob = z.infer<typeof bulkSchema>;
