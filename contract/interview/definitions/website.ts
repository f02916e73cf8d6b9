import * as z from "zod/mini";
import { commonParts, textSchema } from "./parts.ts";

export const website = z.strictObject({
  kind: z.literal("website"),
  ...commonParts,
  /** An example address. */
  sample: textSchema,
});
