import { CsvError, parse } from "csv-parse/sync";
import { emailSchema } from "#contract/api/email.ts";
import type { ImportColumn, ImportFault, ImportField, ImportRequest } from "#contract/manage/import.ts";
import { IMPORT_CLIENTS_MAX, IMPORT_COLUMNS_MAX } from "#contract/manage/limits.ts";
import type { Words } from "../runtime/words.ts";
import { guessColumns } from "./guess-columns.ts";

const DELIMITERS = [",", ";", "\t"];
const SAMPLES = 3;
const SAMPLE_LENGTH = 100;

export type Line = { line: number; cells: string[] };
export type ReadTable = {
  columns: ImportColumn[];
  records: Line[];
  /** Where a field stands, as far as the table has it. */
  places: ReadonlyMap<ImportField, number>;
};

type Wish = { columns: ImportRequest["columns"]; words: Words; isAdministrator: boolean };

/** The lines of a table and the field of each column, or why nothing of the table can be read. */
export function readTable(csv: string, wish: Wish): ReadTable | { fault: ImportFault } {
  const { say } = wish.words;
  const lines = linesOf(csv, wish.words);
  if ("fault" in lines) return lines;
  const [header, ...records] = lines.records;
  if (!header) return { fault: { line: 1, message: say("import.fault.noHeader") } };
  const message = headerFault(header.cells, wish);
  if (message !== undefined) return { fault: { line: header.line, message } };
  if (records.length > IMPORT_CLIENTS_MAX) {
    const line = records[IMPORT_CLIENTS_MAX]?.line ?? 0;
    return { fault: { line, message: say("import.fault.tooMany", { max: String(IMPORT_CLIENTS_MAX) }) } };
  }
  if (records.length === 0) return { fault: { line: 1, message: say("import.fault.noClients") } };
  const fields = fieldsOf(header.cells, wish);
  const columns = header.cells.map(
    (cell, index): ImportColumn => ({
      index,
      header: cell.slice(0, SAMPLE_LENGTH),
      field: fields.get(index) ?? "nowhere",
      samples: samplesOf(records, index),
    }),
  );
  return { columns, records, places: new Map([...fields].map(([index, field]) => [field, index])) };
}

function samplesOf(records: Line[], index: number): string[] {
  const filled = records.slice(0, 50).flatMap(({ cells }) => cells[index] || []);
  return filled.slice(0, SAMPLES).map((cell) => cell.slice(0, SAMPLE_LENGTH));
}

function linesOf(csv: string, { say }: Words): { records: Line[] } | { fault: ImportFault } {
  try {
    const parsed = parse(csv, {
      bom: true,
      info: true,
      delimiter: delimiterOf(csv),
      trim: true,
      // a name such as Joe "the baker" Diaz, as it comes from a spreadsheet
      relaxQuotes: true,
      relaxColumnCount: true,
      skipEmptyLines: true,
      skipRecordsWithEmptyValues: true,
      // one for the header, one to see that there are too many
      to: IMPORT_CLIENTS_MAX + 2,
    }) as unknown as { info: { lines: number }; record: string[] }[];
    return { records: parsed.map(({ info, record }) => ({ line: info.lines, cells: record })) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { fault: { line: Number(error.lines ?? 1), message: say("import.fault.quotes") } };
  }
}

/** The one that the header uses most, outside of quotation marks. */
function delimiterOf(csv: string): string {
  const header = (csv.split(/\r?\n|\r/, 1)[0] ?? "").replaceAll(/"[^"]*"/g, "");
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** Without a mapping, the header has the field's own names. */
function headerFault(cells: string[], { columns, words: { say } }: Wish): string | undefined {
  if (cells.length > IMPORT_COLUMNS_MAX)
    return say("import.fault.tooWide", { max: String(IMPORT_COLUMNS_MAX) });
  if (columns !== undefined)
    // a table without a header would lose its first client
    return cells.some((cell) => emailSchema.safeParse(cell).success)
      ? say("import.fault.noNames")
      : undefined;
  const names = cells.map((cell) => cell.toLowerCase());
  const unknown = names.find((name) => name !== "name" && name !== "email");
  if (unknown !== undefined) return say("import.fault.unknownColumn", { column: unknown.slice(0, 50) });
  const isOnce = new Set(names).size === names.length;
  return isOnce && names.includes("name") ? undefined : say("import.fault.header");
}

function fieldsOf(cells: string[], { columns, isAdministrator }: Wish): Map<number, ImportField> {
  if (columns === undefined)
    return new Map(cells.map((cell, index) => [index, cell.toLowerCase() === "name" ? "name" : "email"]));
  if (columns === "guess") {
    const guessed = [...guessColumns(cells)];
    return new Map(guessed.filter(([, field]) => field !== "manager" || isAdministrator));
  }
  const chosen = Object.entries(columns).map(([index, field]) => [Number(index), field] as const);
  return new Map(chosen.flatMap(([index, field]) => (field === "nowhere" ? [] : [[index, field]])));
}
