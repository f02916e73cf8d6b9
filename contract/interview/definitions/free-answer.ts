import * as z from "zod/mini";
import { commonParts, textSchema } from "./parts.ts";

const hintSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));
const probeSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));

export const freeAnswer = z.strictObject({
  kind: z.literal("free-answer"),
  ...commonParts,
  /** Shows the level of detail that we want; it is the placeholder of the empty text box. */
  sample: textSchema,
  /** Points worth mentioning, a few words each. */
  hints: z.optional(z.array(hintSchema).check(z.minLength(1), z.maxLength(3))),
  /** Short questions that follow a thin answer, each asked once (`contract/record/probes.ts`). */
  probes: z.optional(z.array(probeSchema).check(z.minLength(1), z.maxLength(3))),
});
