import * as z from "zod/mini";
import { INVITATION_WORDS_MAX_LENGTH } from "./bulk.ts";
import { daySchema } from "./clients.ts";
import { shownMailFields } from "./mail/shown-mail.ts";
import { wordsSchema } from "./names.ts";

/** An invitation mail before it is sent. */
export const invitationRequestSchema = z.strictObject({
  words: z.optional(wordsSchema(INVITATION_WORDS_MAX_LENGTH)),
  dueOn: z.optional(z.nullable(daySchema)),
});
export type InvitationRequest = z.infer<typeof invitationRequestSchema>;

const personSchema = z.object({ name: z.string(), email: z.string() });

export const invitationPreviewSchema = z.object({
  ...shownMailFields,
  /** Null if mail is not set up. */
  from: z.nullable(personSchema),
  to: z.nullable(personSchema),
  replyTo: z.nullable(personSchema),
  /** A page without scripts and remote content, for a sandboxed frame. */
  html: z.string(),
});
export type InvitationPreview = z.infer<typeof invitationPreviewSchema>;
