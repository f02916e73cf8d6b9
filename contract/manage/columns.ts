import * as z from "zod/mini";
import { FIELDS_MAX, type OwnField, wordOrOwnField } from "./fields.ts";

/** Columns of the list of clients from left to right. Client and status stand before them, always; own fields behind. */
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

/** What the list shows until a manager chooses. */
export const defaultColumns: readonly BuiltInColumn[] = [
  "progress",
  "happening",
  "tag",
  "due",
  "activity",
  "manager",
];

/** Chosen columns. Their order says nothing: the list has one order. An empty list leaves client and status. */
export const clientColumnsSchema = z.array(wordOrOwnField(clientColumns)).check(
  z.maxLength(clientColumns.length + FIELDS_MAX),
  z.refine((chosen) => new Set(chosen).size === chosen.length, "Name each column once"),
);
