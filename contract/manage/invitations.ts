import * as z from "zod/mini";
import { INVITATION_WORDS_MAX_LENGTH } from "./bulk.ts";
import { dueOnSchema } from "./clients.ts";
import { wordsSchema } from "./names.ts";

/** The mail that invites a client, before it is sent. */
export const invitationRequestSchema = z.strictObject({
  words: z.optional(wordsSchema(INVITATION_WORDS_MAX_LENGTH)),
  dueOn: z.optional(z.nullable(dueOnSchema)),
});
export type InvitationRequest = z.infer<typeof invitationRequestSchema>;

const personSchema = z.object({ name: z.string(), email: z.string() });

export const invitationPreviewSchema = z.object({
  /** Null where no mail is sent. */
  from: z.nullable(personSchema),
  to: z.nullable(personSchema),
  replyTo: z.nullable(personSchema),
  subject: z.string(),
  text: z.string(),
  /** A page with no script and nothing remote, for a frame without rights. */
  html: z.string(),
  /** The same for a page that may not show frames: what the HTML shows, from top to bottom. */
  blocks: z.array(
    z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("text"), lines: z.array(z.string()) }),
      z.object({ kind: z.literal("button"), label: z.string() }),
    ]),
  ),
  /** Below it, in small letters. */
  footer: z.array(z.string()),
  look: z.object({
    providerName: z.string(),
    /** Whether the provider's logo stands at the top, in the place of the name. */
    hasLogo: z.boolean(),
    /** `#rrggbb`, of the button and its words. */
    accent: z.string(),
    onAccent: z.string(),
  }),
});
export type InvitationPreview = z.infer<typeof invitationPreviewSchema>;
