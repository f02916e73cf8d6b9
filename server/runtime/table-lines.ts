import { CsvError, parse } from "csv-parse/sync";

const DELIMITERS = [",", ";", "\t"];
/** The line before the header in which Excel names the separator. */
const SEPARATOR_LINE = /^"?sep=([,;|\t])"?(?=\n|$)/i;

/** `line`: where it begins, from 1. */
export type Line = { line: number; cells: string[] };

/** A quotation mark that never ends, or ends in the middle of a cell. `line`: where that cell begins. */
export type WrongQuote = { wrongQuote: { line: number } };

/** The lines of a table that have anything in them: the first so many. */
export function linesOf(csv: string, linesMax: number): Line[] | WrongQuote {
  // the parser knows one line end a table, and counts the two characters of Windows twice in a cell
  const text = csv.replace(/^\ufeff+/, "").replaceAll(/\r\n?/g, "\n");
  const delimiter = SEPARATOR_LINE.exec(text)?.[1] ?? delimiterOf(text);
  const table = text.replace(SEPARATOR_LINE, "");
  try {
    const parsed = parse(table, {
      info: true,
      delimiter,
      trim: true,
      // a name such as Joe "the baker" Diaz, as it comes from a spreadsheet
      relaxQuotes: true,
      relaxColumnCount: true,
      skipEmptyLines: true,
      skipRecordsWithEmptyValues: true,
      to: linesMax,
    }) as unknown as { info: { lines: number }; record: string[] }[];
    return parsed.map(({ info, record }) => ({ line: info.lines - breaksIn(record.join()), cells: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // the parser's own line is where it gave up, which may be the last one
    const bytes = Buffer.from(table);
    const quote = bytes.indexOf('"', Number(error.bytes ?? 0));
    return { wrongQuote: { line: breaksIn(bytes.toString("utf8", 0, quote)) + 1 } };
  }
}

function breaksIn(text: string): number {
  return text.split("\n").length - 1;
}

/** The one that the header uses most, outside of quotation marks. */
function delimiterOf(text: string): string {
  const [header = ""] = text
    .replaceAll(/"[^"]*"/g, '""')
    .replace(/^\s*\n/, "")
    .split("\n", 1);
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
}
