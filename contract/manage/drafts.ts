import * as z from "zod/mini";
import { instantSchema } from "../api/scalars.ts";
import { FOLLOW_UP_MAX_LENGTH } from "./follow-ups.ts";

/** Follow-ups that a manager has begun to write. Only that manager sees them, and sending one deletes its draft. */

export const draftSchema = z.object({
  questionId: z.string(),
  text: z.string(),
  /** The time of the latest change; it identifies the version. */
  changedAt: instantSchema,
});
export type SavedFollowUpDraft = z.infer<typeof draftSchema>;

/** The caller's own drafts, by question. */
export const draftsSchema = z.object({ drafts: z.array(draftSchema) });
export type FollowUpDraftList = z.infer<typeof draftsSchema>;

export const saveDraftRequestSchema = z.strictObject({
  /** As typed, including white space at the ends. */
  text: z.string().check(
    z.minLength(1, "is empty"),
    z.maxLength(FOLLOW_UP_MAX_LENGTH, `is longer than ${FOLLOW_UP_MAX_LENGTH} characters`),
    z.refine((text) => text.isWellFormed(), "has a damaged character. Type it again as plain text"),
  ),
  /** `changedAt` of the draft that was read, or null if there was no draft. */
  readAt: z.nullable(z.iso.datetime().check(z.maxLength(40))),
});

export const savedDraftSchema = z.object({ changedAt: instantSchema });
