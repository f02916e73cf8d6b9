import { emailSchema } from "#contract/api/email.ts";
import type { CustomField } from "#contract/manage/fields.ts";
import type { ImportColumn, ImportFault, ImportField, ImportRequest } from "#contract/manage/import.ts";
import { IMPORT_CLIENTS_MAX, IMPORT_COLUMNS_MAX } from "#contract/manage/limits.ts";
import { tableProblem } from "#contract/manage/table-text.ts";
import { linesOf, type TableLine } from "../../runtime/table-lines.ts";
import type { Words } from "../../runtime/words.ts";
import { guessColumns } from "./guess-columns.ts";

const SAMPLES = 3;
const SAMPLE_LENGTH = 100;

export type ImportTable = {
  columns: ImportColumn[];
  records: TableLine[];
  /** The column of each field that the table has. */
  places: ReadonlyMap<ImportField, number>;
};

type ReadImportOptions = {
  columns: ImportRequest["columns"];
  words: Words;
  isAdministrator: boolean;
  fields: readonly CustomField[];
};

/** The rows of a table and the field of each column, or the fault that makes the table unreadable. */
export function readTable(csv: string, wish: ReadImportOptions): ImportTable | { fault: ImportFault } {
  const { say } = wish.words;
  const problem = tableProblem(csv);
  if (problem) return { fault: { line: 1, message: say(`import.problem.${problem}`) } };
  // one more for the header, and one to detect that there are too many
  const lines = linesOf(csv, IMPORT_CLIENTS_MAX + 2);
  if ("wrongQuote" in lines) return { fault: { ...lines.wrongQuote, message: say("import.fault.quotes") } };
  const [first, ...records] = lines;
  if (!first) return { fault: { line: 1, message: say("import.fault.noHeader") } };
  const headers = first.cells.map(headerOf);
  const message = headerFault(headers, wish);
  if (message !== undefined) return { fault: { line: first.line, message } };
  if (records.length > IMPORT_CLIENTS_MAX) {
    const line = records[IMPORT_CLIENTS_MAX]?.line ?? 0;
    return { fault: { line, message: say("import.fault.tooMany", { max: String(IMPORT_CLIENTS_MAX) }) } };
  }
  if (records.length === 0) return { fault: { line: 1, message: say("import.fault.noClients") } };
  const fields = fieldsOf(headers, wish);
  const columns = headers.map(
    (header, index): ImportColumn => ({
      index,
      header,
      field: fields.get(index) ?? "nowhere",
      samples: samplesOf(records, index),
    }),
  );
  return { columns, records, places: new Map([...fields].map(([index, field]) => [field, index])) };
}

/** Puts a header on one line, without line breaks and control characters. */
function headerOf(cell: string): string {
  const header = cell.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  return header.slice(0, SAMPLE_LENGTH);
}

function samplesOf(records: TableLine[], index: number): string[] {
  const filled = records.slice(0, 50).flatMap(({ cells }) => cells[index] || []);
  return filled.slice(0, SAMPLES).map((cell) => cell.slice(0, SAMPLE_LENGTH));
}

/** Without a mapping, the headers must be the field names themselves. */
function headerFault(headers: string[], { columns, words: { say } }: ReadImportOptions): string | undefined {
  if (headers.length > IMPORT_COLUMNS_MAX)
    return say("import.fault.tooWide", { max: String(IMPORT_COLUMNS_MAX) });
  if (columns !== undefined)
    // an email address means that the first line is a client and not a header
    return headers.some((header) => emailSchema.safeParse(header).success)
      ? say("import.fault.noNames")
      : undefined;
  const names = headers.map((header) => header.toLowerCase());
  const unknown = names.find((name) => name !== "name" && name !== "email");
  if (unknown !== undefined) return say("import.fault.unknownColumn", { column: unknown.slice(0, 50) });
  const isOnce = new Set(names).size === names.length;
  return isOnce && names.includes("name") ? undefined : say("import.fault.header");
}

function fieldsOf(
  headers: string[],
  { columns, isAdministrator, fields }: ReadImportOptions,
): Map<number, ImportField> {
  if (columns === undefined)
    return new Map(
      headers.map((header, index) => [index, header.toLowerCase() === "name" ? "name" : "email"]),
    );
  if (columns === "guess") {
    const guessed = [...guessColumns(headers, fields)];
    return new Map(guessed.filter(([, field]) => field !== "manager" || isAdministrator));
  }
  const chosen = Object.entries(columns).map(([index, field]) => [Number(index), field] as const);
  return new Map(chosen.flatMap(([index, field]) => (field === "nowhere" ? [] : [[index, field]])));
}
