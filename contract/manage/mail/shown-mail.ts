import * as z from "zod/mini";

/** What a mail looks like, for a page that may not show frames. */
export const shownMailFields = {
  subject: z.string(),
  text: z.string(),
  /** What the HTML shows, from top to bottom. */
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
};

/** A template with sample values in its placeholders, as a mail would come. */
export const mailPreviewSchema = z.object(shownMailFields);
export type MailPreview = z.infer<typeof mailPreviewSchema>;
