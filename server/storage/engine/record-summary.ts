import { type Camel, renaming } from "./columns.ts";
import { parseStored } from "./damage.ts";
import { summaryColumns, type Tables } from "./schema.ts";

/** The columns that a summary is read from. */
export const listedColumns = ["revision", ...summaryColumns, "saved_at", "submitted_at"] as const;
export type ListedColumns = Pick<Tables["records"], (typeof listedColumns)[number]>;
type ComputedColumns = Pick<Tables["records"], (typeof summaryColumns)[number]>;

/** Columns as code has them: under camelCase names, and the list of questions read. */
type Summary<Columns> = {
  [Column in keyof Columns as Camel<Column>]: Column extends "complete_questions"
    ? string[]
    : Columns[Column];
};
/** What lists show of a record without opening it. */
export type RecordSummary = Summary<ListedColumns>;
/** The part of it that is computed from the record. */
export type ComputedSummary = Summary<ComputedColumns>;

const listed = renaming<
  ListedColumns,
  Omit<RecordSummary, "completeQuestions"> & { completeQuestions: string }
>(listedColumns);
const computed = renaming<
  ComputedColumns,
  Omit<ComputedSummary, "completeQuestions"> & { completeQuestions: string }
>(summaryColumns);

export function summaryOf(row: ListedColumns): RecordSummary {
  const { completeQuestions, ...summary } = listed.stored(row);
  return { ...summary, completeQuestions: parseStored(completeQuestions) as string[] };
}

export function computedRow(summary: ComputedSummary): ComputedColumns {
  return computed.row({ ...summary, completeQuestions: JSON.stringify(summary.completeQuestions) });
}
