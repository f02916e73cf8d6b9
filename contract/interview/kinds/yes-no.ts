import * as z from "zod/mini";
import type { QuestionOf } from "../question.ts";
import {
  mergeField,
  mergeMark,
  type NotApplicableMark,
  notApplicableField,
  notApplicableMark,
  versionsOf,
} from "./form.ts";
import type { KindDefinition } from "./kind.ts";

/** Empty until the client chooses. */
export type YesNo = "yes" | "no" | "";
export type YesNoEntry = NotApplicableMark & { value: YesNo };

const valueSchema = z.optional(z.enum(["yes", "no", ""]));

export const yesNo: KindDefinition<QuestionOf<"yes-no">, YesNoEntry> = {
  input: () => z.strictObject({ value: valueSchema, ...notApplicableField }),
  stored: z.looseObject({ value: valueSchema, ...notApplicableField }),
  empty: { value: "" },
  complete: (input) => {
    const { value = "" } = input;
    return { value, ...notApplicableMark(input, value !== "") };
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
