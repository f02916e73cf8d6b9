import * as z from "zod/mini";
import { OTHER } from "../kinds/choice.ts";
import { choicesSchema, commonParts } from "./parts.ts";

export const choice = z
  .strictObject({
    kind: z.literal("choice"),
    ...commonParts,
    options: choicesSchema,
    /** Without it, one. */
    max: z.optional(z.union([z.literal(1), z.literal("many")])),
    /** Whether something else can be named. */
    hasOther: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ options, hasOther }) => !hasOther || !options.some(({ value }) => value === OTHER), {
      error: "With hasOther, no option can have the value other",
      path: ["options"],
    }),
  );
