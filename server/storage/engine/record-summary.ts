import { type CamelCase, columnMapping } from "./columns.ts";
import { parseStored } from "./damage.ts";
import { summaryColumns, type Tables } from "./schema.ts";

/** The columns that a summary is read from. */
export const listedColumns = ["revision", ...summaryColumns, "saved_at", "submitted_at"] as const;
export type ListedColumns = Pick<Tables["records"], (typeof listedColumns)[number]>;
type ComputedColumns = Pick<Tables["records"], (typeof summaryColumns)[number]>;

/** Columns under camelCase names, with the lists of questions parsed. */
type Summary<Columns> = {
  [Column in keyof Columns as CamelCase<Column>]: Column extends "complete_questions" | "not_asked"
    ? string[]
    : Columns[Column];
};
/** What lists show of a record without opening it. */
export type RecordSummary = Summary<ListedColumns>;
/** The part of the summary that is computed from the record. */
export type ComputedSummary = Summary<ComputedColumns>;

type Listed = "completeQuestions" | "notAsked";
/** The lists as stored: JSON. */
type AsText<Whole> = Omit<Whole, Listed> & { [Name in Listed]: string };
const listed = columnMapping<ListedColumns, AsText<RecordSummary>>(listedColumns);
const computed = columnMapping<ComputedColumns, AsText<ComputedSummary>>(summaryColumns);

export function summaryOf(row: ListedColumns): RecordSummary {
  const { completeQuestions, notAsked, ...summary } = listed.stored(row);
  return { ...summary, completeQuestions: idsIn(completeQuestions), notAsked: idsIn(notAsked) };
}

export function computedRow({ completeQuestions, notAsked, ...summary }: ComputedSummary): ComputedColumns {
  return computed.row({
    ...summary,
    completeQuestions: JSON.stringify(completeQuestions),
    notAsked: JSON.stringify(notAsked),
  });
}

/** The question ids in a column that lists questions. */
export function idsIn(text: string): string[] {
  return parseStored(text) as string[];
}
