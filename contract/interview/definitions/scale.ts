import * as z from "zod/mini";
import { commonParts, textSchema } from "./parts.ts";

export const scale = z.strictObject({
  kind: z.literal("scale"),
  ...commonParts,
  min: z.int().check(z.minimum(0), z.maximum(1)),
  max: z.int().check(z.minimum(2), z.maximum(10)),
  /** The labels of the two ends. */
  low: textSchema,
  high: textSchema,
});
