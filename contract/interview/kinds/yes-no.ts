import * as z from "zod/mini";
import type { QuestionOf } from "../question.ts";
import { markOf, mergeField, mergeMark, type Skippable, skippable, versionsOf } from "./form.ts";
import type { Kind } from "./kind.ts";

/** Empty until the client chooses. */
export type YesNo = "yes" | "no" | "";
export type YesNoEntry = Skippable & { value: YesNo };

const valueSchema = z.optional(z.enum(["yes", "no", ""]));

export const yesNo: Kind<QuestionOf<"yes-no">, YesNoEntry> = {
  input: () => z.strictObject({ value: valueSchema, ...skippable }),
  stored: z.looseObject({ value: valueSchema, ...skippable }),
  empty: { value: "" },
  complete: (input) => {
    const { value = "" } = input;
    return { value, ...markOf(input, value !== "") };
  },
  isComplete: ({ value }) => value !== "",
  merge(versions) {
    const { value, isContested } = mergeField<YesNo>(versionsOf(versions, "value"));
    return { entry: { value, ...mergeMark(versions) }, isContested };
  },
  toFields: (_question, { value }) => [{ kind: "yes-no", value }],
  hasFixedFields: true,
  values: ({ value }) => (value === "" ? [] : [value]),
};
