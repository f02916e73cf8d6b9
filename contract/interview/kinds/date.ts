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

type Question = QuestionOf<"date">;
export type DateEntry = NotApplicableMark & {
  /** `2027-03-01`, `2027-03`, or empty. */
  value: string;
};

const DAY_OR_MONTH = /^\d{4}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?$/;

export const date: KindDefinition<Question, DateEntry> = {
  input: () =>
    z.strictObject({
      value: z.optional(
        z
          .string()
          .check(z.refine((value) => value === "" || isDate(value), { error: "Expected a date or a month" })),
      ),
      ...notApplicableField,
    }),
  stored: z.looseObject({ value: z.optional(z.string()), ...notApplicableField }),
  empty: { value: "" },
  complete: (input) => {
    const { value = "" } = input;
    return { value, ...notApplicableMark(input, value !== "") };
  },
  isComplete: ({ value }) => value !== "",
  merge(versions) {
    const { value, isContested } = mergeField(versionsOf(versions, "value"));
    return { entry: { value, ...mergeMark(versions) }, isContested };
  },
  toFields: (_question, { value }) => [{ kind: "date", value }],
  hasFixedFields: true,
  values: () => [],
};

/** Whether the day or month exists. Browsers accept a year of five digits. */
export function isDate(value: string): boolean {
  if (!DAY_OR_MONTH.test(value)) return false;
  const day = value.length === "2027-03".length ? `${value}-01` : value;
  const instant = new Date(`${day}T00:00:00Z`);
  // `Date` reads February 30 as a day in March
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day);
}
