import { parse } from "csv-parse/sync";

/** By which spreadsheets separate, after the settings of their machine or the choice of the person who opens a file. */
export const SEPARATORS = [",", ";", "\t", "|"] as const;

/** What could begin a formula, looked for behind white space and quotation marks too. */
export const FORMULA = /^[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/;

/**
 * The cells that a spreadsheet makes of our CSV. By another separator than the comma it meets our quotation marks in the
 * middle of what it takes for one cell, where they are text and hold no line together.
 */
export function spreadsheetCells(csv: string, separator: (typeof SEPARATORS)[number]): string[] {
  const text = csv.replace(/^\ufeff/, "");
  if (separator === ",") return (parse(text, { record_delimiter: "\r\n" }) as string[][]).flat();
  return text.split(/\r\n|\r|\n/).flatMap((line) => line.split(separator));
}
