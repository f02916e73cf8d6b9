import * as z from "zod/mini";
import { SHORT_TEXT_MAX_LENGTH } from "../../limits.ts";
import { isBlank } from "../../text.ts";
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
import { matchesFormat } from "./text-format.ts";

type Question = QuestionOf<"short-text">;

export type ShortTextEntry = NotApplicableMark & {
  /** As it was typed. */
  value: string;
};

export const shortText: KindDefinition<Question, ShortTextEntry> = {
  input: () =>
    z.strictObject({
      value: z.optional(z.string().check(z.maxLength(SHORT_TEXT_MAX_LENGTH))),
      ...notApplicableField,
    }),
  stored: z.looseObject({ value: z.optional(z.string()), ...notApplicableField }),
  empty: { value: "" },
  complete: (input) => {
    const { value = "" } = input;
    return { value, ...notApplicableMark(input, !isBlank(value)) };
  },
  isComplete: ({ value }, { format = "plain" }) => matchesFormat(format, value),
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
