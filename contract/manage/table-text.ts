import { IMPORT_MAX_CHARACTERS } from "./limits.ts";

/** A table as text. `isGuessed`: the file was neither UTF-8 nor UTF-16, so letters beyond ASCII may be wrong. */
export type TableText = { text: string; isGuessed: boolean };

/** Why a text can't be a table of clients: an Excel workbook, too many characters, or something other than text. */
export type TableProblem = "workbook" | "large" | "unknown";

/** The `TextDecoder` of the browser or of Node.js; the contract imports neither's types. */
type Decoder = new (
  encoding: string,
  options?: { fatal: boolean },
) => { decode: (bytes: Uint8Array) => string };

/** UTF-8 needs at most three bytes per UTF-16 unit, so a larger file exceeds the limit in any encoding. */
const ENOUGH_BYTES = 3 * (IMPORT_MAX_CHARACTERS + 2);
/**
 * The first bytes of a zip file. An Excel workbook has entries such as `xl/workbook.xml`; a zip of CSV files does not.
 */
const ZIP = "PK\u0003\u0004";
const IN_XLSX = "xl/w";
/** The first characters of an .xls file, read as Windows-1252 and as UTF-8. */
const XLS = ["ÐÏ\u0011", "\ufffd\ufffd\u0011"];
/** Some programs write a web page or XML and name it .xls. */
const MARKUP = /^\s*<(?:!doctype|html|table|\?xml)\b/i;

/**
 * Reads a file that a spreadsheet wrote: as UTF-8, UTF-16, or otherwise Windows-1252. A byte that the encoding does not
 * have becomes U+FFFD.
 */
export function decodeTable(file: Uint8Array, TextDecoder: Decoder): TableText {
  const bytes = file.subarray(0, ENOUGH_BYTES);
  const utf16 = utf16Of(bytes);
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes), isGuessed: false };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), isGuessed: false };
  } catch {
    const text = new TextDecoder("windows-1252").decode(bytes);
    return { text: text.replaceAll(/[\x80-\x9f]/g, "\ufffd"), isGuessed: true };
  }
}

/**
 * Recognized by the byte order mark; without one, by the zero byte before or after each Western letter, including the
 * first.
 */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first !== 0 && second !== 0) return undefined;
  let before = 0;
  let after = 0;
  for (const [place, byte] of bytes.entries()) {
    if (byte !== 0) continue;
    if (place % 2 === 0) before++;
    else after++;
  }
  const isMost = (zeros: number, others: number) => zeros > bytes.length / 10 && zeros > 10 * others;
  if (isMost(after, before)) return "utf-16le";
  return isMost(before, after) ? "utf-16be" : undefined;
}

/** Why a whole text cannot be read as a table; undefined if it may be one. */
export function tableProblem(text: string): TableProblem | undefined {
  if (text.startsWith(ZIP)) return text.includes(IN_XLSX) ? "workbook" : "unknown";
  if (XLS.some((start) => text.startsWith(start))) return "workbook";
  const controls = text.replaceAll(/[\P{Cc}\s]/gu, "").length;
  // text may contain a few control characters by mistake; in compressed data, about one character in ten is one
  if (controls > text.length / 20 || MARKUP.test(text)) return "unknown";
  return text.length > IMPORT_MAX_CHARACTERS ? "large" : undefined;
}
