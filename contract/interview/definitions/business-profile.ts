import * as z from "zod/mini";
import { choiceFieldSchema, commonParts } from "./parts.ts";

export const businessProfile = z.strictObject({
  kind: z.literal("business-profile"),
  ...commonParts,
  employees: choiceFieldSchema,
  locations: choiceFieldSchema,
  revenue: choiceFieldSchema,
});
