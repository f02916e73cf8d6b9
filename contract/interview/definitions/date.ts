import * as z from "zod/mini";
import { commonParts } from "./parts.ts";

export const date = z.strictObject({
  kind: z.literal("date"),
  ...commonParts,
  /** Without it, a day. */
  precision: z.optional(z.enum(["day", "month"])),
});
