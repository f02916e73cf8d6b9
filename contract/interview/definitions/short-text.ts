import * as z from "zod/mini";
import { textFormats } from "../kinds/text-format.ts";
import { commonParts, textSchema } from "./parts.ts";

export const shortText = z
  .strictObject({
    kind: z.literal("short-text"),
    ...commonParts,
    /** Without it, any text is an answer. */
    format: z.optional(z.enum(textFormats)),
    /** ISO 4217, such as USD. */
    currency: z.optional(
      z.string().check(
        z.refine((code) => /^[A-Z]{3}$/.test(code), {
          error: "Three capital letters, such as USD",
          params: { reason: "currency" },
        }),
      ),
    ),
    sample: textSchema,
  })
  .check(
    z.refine(({ format, currency }) => (format === "money") === (currency !== undefined), {
      error: "A currency belongs to the format money, and that format needs one",
      path: ["currency"],
      params: { reason: "currency" },
    }),
  );
