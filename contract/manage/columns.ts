import * as z from "zod/mini";

/** Columns of the list of clients from left to right. Client and status stand before them, always. */
export const clientColumns = [
  "progress",
  "happening",
  "contact",
  "email",
  "external-id",
  "tag",
  "due",
  "activity",
  "added",
  "invited",
  "submitted",
  "manager",
] as const;
export type ClientColumn = (typeof clientColumns)[number];

/** What the list shows until a manager chooses. */
export const defaultColumns: readonly ClientColumn[] = [
  "progress",
  "happening",
  "tag",
  "due",
  "activity",
  "manager",
];

/** Chosen columns. Their order says nothing: the list has one order. An empty list leaves client and status. */
export const clientColumnsSchema = z.array(z.enum(clientColumns)).check(
  z.maxLength(clientColumns.length),
  z.refine((chosen) => new Set(chosen).size === chosen.length, "Name each column once"),
);
