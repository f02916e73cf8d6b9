import * as z from "zod/mini";
import { OTHER_OPTION } from "../kinds/choice.ts";
import { choicesSchema, commonParts } from "./parts.ts";

export const choice = z
  .strictObject({
    kind: z.literal("choice"),
    ...commonParts,
    options: choicesSchema,
    /** How many options can be chosen; 1 by default. */
    max: z.optional(z.union([z.literal(1), z.literal("many")])),
    /** Whether the client can enter something that is not listed. */
    hasOther: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ options, hasOther }) => !hasOther || !options.some(({ value }) => value === OTHER_OPTION), {
      error: "With hasOther, no option can have the value other",
      path: ["options"],
    }),
  );
