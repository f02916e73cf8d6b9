import type * as z from "zod/mini";
import type { choiceFieldSchema, choiceSchema } from "./definitions/parts.ts";

export type Choice = z.infer<typeof choiceSchema>;
export type ChoiceField = z.infer<typeof choiceFieldSchema>;

/** What is read for a stored value; one that an earlier interview offered is read as it is. */
export function labelOf(options: Choice[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}
