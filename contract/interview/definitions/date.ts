import * as z from "zod/mini";
import { commonParts } from "./parts.ts";

export const date = z.strictObject({
  kind: z.literal("date"),
  ...commonParts,
  /** A day by default. */
  precision: z.optional(z.enum(["day", "month"])),
});
