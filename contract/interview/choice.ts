import type * as z from "zod/mini";
import type { choiceFieldSchema, choiceSchema } from "./definitions/parts.ts";

export type Choice = z.infer<typeof choiceSchema>;
export type ChoiceField = z.infer<typeof choiceFieldSchema>;

/** The label of a stored value; a value that only an earlier interview offered is its own label. */
export function labelOf(options: Choice[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}
