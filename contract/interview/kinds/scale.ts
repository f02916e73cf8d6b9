import * as z from "zod/mini";
import type { QuestionOf } from "../question.ts";
import { markOf, mergeField, mergeMark, type Skippable, skippable, versionsOf } from "./form.ts";
import type { Kind } from "./kind.ts";

type Question = QuestionOf<"scale">;
export type ScaleEntry = Skippable & {
  /** Absent until the client touches the scale. */
  value?: number;
};

export const scale: Kind<Question, ScaleEntry> = {
  input(asked) {
    const min = Math.min(...asked.map((question) => question.min));
    const max = Math.max(...asked.map((question) => question.max));
    return z.strictObject({ value: z.optional(z.int().check(z.minimum(min), z.maximum(max))), ...skippable });
  },
  stored: z.looseObject({ value: z.optional(z.number()), ...skippable }),
  empty: {},
  complete: (input) => {
    const { value } = input;
    return { ...(value !== undefined && { value }), ...markOf(input, value !== undefined) };
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
