import { CsvError, parse } from "csv-parse/sync";

const DELIMITERS = [",", ";", "\t"];
/** The line with which Excel names the separator, before the header. */
const SEPARATOR_LINE = /^"?sep=([,;|\t])"?(?=\n|$)/i;

/** `line`: the line number where it begins, from 1. */
export type TableLine = { line: number; cells: string[] };

/** A quotation mark that is never closed, or is closed inside a cell. `line`: where that cell begins. */
export type WrongQuote = { wrongQuote: { line: number } };

/** The non-empty lines of a table, at most `linesMax`. */
export function linesOf(csv: string, linesMax: number): TableLine[] | WrongQuote {
  // the parser supports one kind of line end per table, and counts the two characters of Windows twice inside a cell
  const text = csv.replace(/^\ufeff+/, "").replaceAll(/\r\n?/g, "\n");
  const delimiter = SEPARATOR_LINE.exec(text)?.[1] ?? delimiterOf(text);
  const table = text.replace(SEPARATOR_LINE, "");
  try {
    const parsed = parse(table, {
      info: true,
      delimiter,
      trim: true,
      // accepts a name such as Joe "the baker" Diaz, as spreadsheets export it
      relaxQuotes: true,
      relaxColumnCount: true,
      skipEmptyLines: true,
      skipRecordsWithEmptyValues: true,
      to: linesMax,
    }) as unknown as { info: { lines: number }; record: string[] }[];
    return parsed.map(({ info, record }) => ({ line: info.lines - breaksIn(record.join()), cells: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // the parser reports where it gave up, which may be the last line
    const bytes = Buffer.from(table);
    const quote = bytes.indexOf('"', Number(error.bytes ?? 0));
    return { wrongQuote: { line: breaksIn(bytes.toString("utf8", 0, quote)) + 1 } };
  }
}

function breaksIn(text: string): number {
  return text.split("\n").length - 1;
}

/** The delimiter that the header uses most, outside quotation marks. */
function delimiterOf(text: string): string {
  const [header = ""] = text
    .replaceAll(/"[^"]*"/g, '""')
    .replace(/^\s*\n/, "")
    .split("\n", 1);
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
}
