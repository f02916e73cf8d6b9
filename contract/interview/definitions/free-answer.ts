import * as z from "zod/mini";
import { commonParts, textSchema } from "./parts.ts";

export const freeAnswer = z.strictObject({
  kind: z.literal("free-answer"),
  ...commonParts,
  /** Shows the wished level of detail; the empty text box carries it as its placeholder. */
  sample: textSchema,
});
