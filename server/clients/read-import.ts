import { CsvError, parse } from "csv-parse/sync";
import { emailSchema } from "#contract/api/email.ts";
import { CLIENT_NAME_MAX_LENGTH } from "#contract/limits.ts";
import type { ImportFault, ImportRow } from "#contract/manage/import.ts";
import { IMPORT_CLIENTS_MAX } from "#contract/manage/limits.ts";
import { nameSchema } from "#contract/manage/names.ts";
import { foldedName } from "../storage/engine/normalized-name.ts";

const COLUMNS = ["name", "email"];
const DELIMITERS = [",", ";", "\t"];

type Line = { line: number; cells: string[] };
export type ReadImport = { rows: ImportRow[]; faults: ImportFault[] };

const nameOf = nameSchema(CLIENT_NAME_MAX_LENGTH);

/** The clients of a table, and what is wrong in it, line by line. Names that are in it twice are wrong, too. */
export function readImport(csv: string): ReadImport {
  const lines = linesOf(csv);
  if ("fault" in lines) return { rows: [], faults: [lines.fault] };
  const [header, ...records] = lines.records;
  const fault = header ? headerFault(header) : { line: 1, message: "The file is empty." };
  if (!header || fault) return { rows: [], faults: [fault].filter((each) => each !== undefined) };
  if (records.length > IMPORT_CLIENTS_MAX) {
    const message = `The file has more than ${IMPORT_CLIENTS_MAX} clients. Split it into several files.`;
    return { rows: [], faults: [{ line: records[IMPORT_CLIENTS_MAX]?.line ?? 0, message }] };
  }
  if (records.length === 0) return { rows: [], faults: [{ line: 1, message: "The file lists no clients." }] };
  const columns = columnsOf(header);
  const read = records.map((record) => readLine(record, columns));
  const rows = read.flatMap(({ row }) => (row ? [row] : []));
  const faults = [...read.flatMap((line) => line.faults), ...duplicates(rows)];
  return { rows, faults: faults.sort((one, other) => one.line - other.line) };
}

function linesOf(csv: string): { records: Line[] } | { fault: ImportFault } {
  try {
    const parsed = parse(csv, {
      bom: true,
      info: true,
      delimiter: delimiterOf(csv),
      trim: true,
      relaxColumnCount: true,
      skipEmptyLines: true,
      skipRecordsWithEmptyValues: true,
      // one for the header, one to see that there are too many
      to: IMPORT_CLIENTS_MAX + 2,
    }) as unknown as { info: { lines: number }; record: string[] }[];
    return { records: parsed.map(({ info, record }) => ({ line: info.lines, cells: record })) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error.lines ?? 1);
    return { fault: { line, message: "A quotation mark is missing or in the wrong place." } };
  }
}

/** The one that the header uses. */
function delimiterOf(csv: string): string {
  const header = csv.split(/\r?\n|\r/, 1)[0] ?? "";
  return DELIMITERS.find((delimiter) => header.includes(delimiter)) ?? ",";
}

function columnsOf({ cells }: Line): string[] {
  return cells.map((cell) => cell.toLowerCase());
}

function headerFault(header: Line): ImportFault | undefined {
  const columns = columnsOf(header);
  const unknown = columns.find((column) => !COLUMNS.includes(column));
  const isOnce = new Set(columns).size === columns.length;
  if (unknown === undefined && isOnce && columns.includes("name")) return undefined;
  const found = unknown === undefined ? "" : ` There is no column "${unknown.slice(0, 50)}".`;
  const message = `The first line must name the columns: name, and optionally email.${found}`;
  return { line: header.line, message };
}

function readLine({ line, cells }: Line, columns: string[]): { row?: ImportRow; faults: ImportFault[] } {
  if (cells.length > columns.length) {
    return { faults: [{ line, message: `There are ${cells.length} cells for ${columns.length} columns.` }] };
  }
  const cell = (column: string) => cells[columns.indexOf(column)] ?? "";
  const name = nameOf.safeParse(cell("name"));
  const email = cell("email") === "" ? undefined : emailSchema.safeParse(cell("email"));
  const faults: ImportFault[] = [];
  if (!name.success) faults.push({ line, message: `The name ${name.error.issues[0]?.message}.` });
  if (email && !email.success)
    faults.push({ line, message: `"${cell("email").slice(0, 50)}" isn't an email address.` });
  if (!name.success || faults.length > 0) return { faults };
  return { row: { line, name: name.data, email: email?.data ?? null }, faults };
}

function duplicates(rows: ImportRow[]): ImportFault[] {
  const seen = new Map<string, number>();
  return rows.flatMap(({ line, name }) => {
    const folded = foldedName(name);
    const first = seen.get(folded);
    if (first === undefined) seen.set(folded, line);
    return first === undefined ? [] : [{ line, message: `"${name}" is in line ${first} already.` }];
  });
}
