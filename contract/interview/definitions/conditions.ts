import * as z from "zod/mini";
import { idSchema } from "./id.ts";

const common = { question: idSchema, not: z.optional(z.literal(true)) };
const valueSchema = z.string().check(z.minLength(1), z.maxLength(125));

/** Not nested, so that an author can read it as one sentence. */
export const conditionSchema = z.strictObject({
  match: z.enum(["all", "any"]),
  tests: z
    .array(
      z.discriminatedUnion("is", [
        z.strictObject({ ...common, is: z.literal("answered") }),
        z.strictObject({ ...common, is: z.literal("equals"), value: valueSchema }),
        z.strictObject({ ...common, is: z.literal("includes"), value: valueSchema }),
      ]),
    )
    .check(z.minLength(1), z.maxLength(10)),
});
