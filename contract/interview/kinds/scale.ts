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

type Question = QuestionOf<"scale">;
export type ScaleEntry = NotApplicableMark & {
  /** Absent until the client touches the scale. */
  value?: number;
};

export const scale: KindDefinition<Question, ScaleEntry> = {
  input(asked) {
    const min = Math.min(...asked.map((question) => question.min));
    const max = Math.max(...asked.map((question) => question.max));
    return z.strictObject({
      value: z.optional(z.int().check(z.minimum(min), z.maximum(max))),
      ...notApplicableField,
    });
  },
  stored: z.looseObject({ value: z.optional(z.number()), ...notApplicableField }),
  empty: {},
  complete: (input) => {
    const { value } = input;
    return { ...(value !== undefined && { value }), ...notApplicableMark(input, value !== undefined) };
  },
  isComplete: ({ value }) => value !== undefined,
  merge(versions) {
    const { value, isContested } = mergeField<number | undefined>(versionsOf(versions, "value"));
    return { entry: { ...(value !== undefined && { value }), ...mergeMark(versions) }, isContested };
  },
  toFields: ({ max }, { value }) => [{ kind: "scale", value, max }],
  hasFixedFields: true,
  values: ({ value }) => (value === undefined ? [] : [String(value)]),
};
