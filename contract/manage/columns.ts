import * as z from "zod/mini";
import { FIELDS_MAX, type OwnField, wordOrOwnField } from "./fields.ts";

/** The columns of the list of clients, from left to right. Client and status always come first, custom fields last. */
export const clientColumns = [
  "progress",
  "happening",
  "contact",
  "email",
  "phone",
  "website",
  "external-id",
  "tag",
  "due",
  "activity",
  "added",
  "invited",
  "submitted",
  "manager",
] as const;
export type BuiltInColumn = (typeof clientColumns)[number];
export type ClientColumn = BuiltInColumn | OwnField;

/** The columns until a manager chooses others. */
export const defaultColumns: readonly BuiltInColumn[] = [
  "progress",
  "happening",
  "tag",
  "due",
  "activity",
  "manager",
];

/** The chosen columns, in any order: the list has a fixed order. An empty list leaves only client and status. */
export const clientColumnsSchema = z.array(wordOrOwnField(clientColumns)).check(
  z.maxLength(clientColumns.length + FIELDS_MAX),
  z.refine((chosen) => new Set(chosen).size === chosen.length, "Name each column once"),
);
