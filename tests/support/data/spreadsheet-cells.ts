import { parse } from "csv-parse/sync";

/** The separators of spreadsheets, by the settings of the machine or the choice of the person who opens a file. */
export const SEPARATORS = [",", ";", "\t", "|"] as const;

/** Whatever could begin a formula, also after white space and quotation marks. */
export const FORMULA = /^[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/;

/**
 * The cells that a spreadsheet makes of our CSV. A spreadsheet with a separator other than the comma meets our
 * quotation marks in the middle of a cell, where they are plain text and don't hold lines together.
 */
export function spreadsheetCells(csv: string, separator: (typeof SEPARATORS)[number]): string[] {
  const text = csv.replace(/^\ufeff/, "");
  if (separator === ",") return (parse(text, { record_delimiter: "\r\n" }) as string[][]).flat();
  return text.split(/\r\n|\r|\n/).flatMap((line) => line.split(separator));
}
