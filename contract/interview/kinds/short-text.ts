import * as z from "zod/mini";
import { SHORT_TEXT_MAX_LENGTH } from "../../limits.ts";
import { isBlank } from "../../text.ts";
import type { QuestionOf } from "../question.ts";
import { markOf, mergeField, mergeMark, type Skippable, skippable, versionsOf } from "./form.ts";
import type { Kind } from "./kind.ts";
import { fits } from "./text-format.ts";

type Question = QuestionOf<"short-text">;

export type ShortTextEntry = Skippable & {
  /** As it was typed. */
  value: string;
};

export const shortText: Kind<Question, ShortTextEntry> = {
  input: () =>
    z.strictObject({
      value: z.optional(z.string().check(z.maxLength(SHORT_TEXT_MAX_LENGTH))),
      ...skippable,
    }),
  stored: z.looseObject({ value: z.optional(z.string()), ...skippable }),
  empty: { value: "" },
  complete: (input) => {
    const { value = "" } = input;
    return { value, ...markOf(input, !isBlank(value)) };
  },
  isComplete: ({ value }, { format = "plain" }) => fits(format, value),
  merge(versions) {
    const { value, isContested } = mergeField(versionsOf(versions, "value"));
    return { entry: { value, ...mergeMark(versions) }, isContested };
  },
  toFields: ({ currency }, { value }) => [
    { kind: "text", text: isBlank(value) ? "" : [value.trim(), currency].filter(Boolean).join(" ") },
  ],
  hasFixedFields: true,
  values: () => [],
};
