import * as z from "zod/mini";
import { type ChoiceField, labelOf } from "../choice.ts";
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

type Question = QuestionOf<"business-profile">;
export type BusinessProfileEntry = NotApplicableMark & {
  employees: string;
  locations: string;
  revenue: string;
};

const FIELDS = ["employees", "locations", "revenue"] as const;

const empty: BusinessProfileEntry = { employees: "", locations: "", revenue: "" };

export const businessProfile: KindDefinition<Question, BusinessProfileEntry> = {
  input(asked) {
    const field = (name: (typeof FIELDS)[number]) =>
      z.optional(
        z.enum(["", ...new Set(asked.flatMap((form) => form[name].options.map((option) => option.value)))]),
      );
    return z.strictObject({
      employees: field("employees"),
      locations: field("locations"),
      revenue: field("revenue"),
      ...notApplicableField,
    });
  },

  stored: z.looseObject({
    employees: z.optional(z.string()),
    locations: z.optional(z.string()),
    revenue: z.optional(z.string()),
    ...notApplicableField,
  }),

  empty,
  sendsEmpty: true,

  complete(input) {
    const { employees = "", locations = "", revenue = "" } = input;
    return {
      employees,
      locations,
      revenue,
      ...notApplicableMark(input, employees + locations + revenue !== ""),
    };
  },

  isComplete: (profile) => countOpen(profile) < FIELDS.length,

  merge(versions) {
    const employees = mergeField(versionsOf(versions, "employees"));
    const locations = mergeField(versionsOf(versions, "locations"));
    const revenue = mergeField(versionsOf(versions, "revenue"));
    return {
      entry: {
        employees: employees.value,
        locations: locations.value,
        revenue: revenue.value,
        ...mergeMark(versions),
      },
      isContested: [employees, locations, revenue].some(({ isContested }) => isContested),
    };
  },

  /** The client can replace a retired option with another choice, but not clear it. */
  carryOver(question, stored, saved) {
    const kept = FIELDS.filter(
      (field) => stored[field] !== "" && !isOffered(question[field], stored[field]) && !saved?.[field],
    );
    if (kept.length === 0) return undefined;
    const fields = Object.fromEntries(kept.map((field) => [field, stored[field]]));
    return { ...empty, ...saved, ...fields };
  },

  toFields: (question, profile) =>
    FIELDS.map((field) => {
      const { label, options } = question[field];
      return { kind: "choice", label, text: labelOf(options, profile[field]) };
    }),

  hasFixedFields: true,
  values: (profile) =>
    FIELDS.filter((field) => profile[field] !== "").map((field) => `${field}:${profile[field]}`),

  countOpen,

  options: ({ employees, locations, revenue }) => ({
    employees: employees.options,
    locations: locations.options,
    revenue: revenue.options,
  }),
};

function isOffered({ options }: ChoiceField, chosen: string): boolean {
  return options.some(({ value }) => value === chosen);
}

function countOpen(profile: BusinessProfileEntry): number {
  return FIELDS.filter((field) => profile[field] === "").length;
}
