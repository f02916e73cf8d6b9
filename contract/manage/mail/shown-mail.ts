import * as z from "zod/mini";

/** The look of a mail, for a page that may not show frames. */
export const shownMailFields = {
  subject: z.string(),
  text: z.string(),
  /** The content of the HTML, from top to bottom. */
  blocks: z.array(
    z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("text"), lines: z.array(z.string()) }),
      z.object({ kind: z.literal("button"), label: z.string() }),
    ]),
  ),
  /** The small print below it. */
  footer: z.array(z.string()),
  look: z.object({
    providerName: z.string(),
    /** Whether the provider's logo is at the top instead of the name. */
    hasLogo: z.boolean(),
    /** `#rrggbb`, for the button and its label. */
    accent: z.string(),
    onAccent: z.string(),
  }),
};

/** A template with sample values in its placeholders, as a client would get it. */
export const mailPreviewSchema = z.object(shownMailFields);
export type MailPreview = z.infer<typeof mailPreviewSchema>;
