import * as z from "zod/mini";
import { OTHER_TOOL } from "../kinds/tool-selection.ts";
import { idSchema } from "./id.ts";
import { choicesSchema, commonParts, textSchema } from "./parts.ts";

export const toolPicker = z.strictObject({
  kind: z.literal("tool-picker"),
  ...commonParts,
  /** The entry that holds written remarks about the tools; they never complete the question. */
  remarksEntry: idSchema,
  remarksPrompt: textSchema,
  sample: textSchema,
  tools: choicesSchema.check(
    z.refine((tools) => !tools.some((tool) => tool.value === OTHER_TOOL), {
      error: "Other is always offered",
    }),
  ),
});
