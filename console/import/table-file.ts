import { guardCell } from "#contract/manage/answers/formulas.ts";

/** A table as text. `isGuessed`: it was no UTF-8, so letters beyond ASCII may be wrong. */
export type TableText = { text: string; isGuessed: boolean };

/** Reads a file as spreadsheets write it: UTF-8, UTF-16 with its mark, else the encoding of Western Windows. */
export function decodeTable(bytes: Uint8Array): TableText {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: decode("utf-16le", bytes), isGuessed: false };
  if (first === 0xfe && second === 0xff) return { text: decode("utf-16be", bytes), isGuessed: false };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), isGuessed: false };
  } catch {
    return { text: decode("windows-1252", bytes), isGuessed: true };
  }
}

function decode(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes);
}

type IssuedLine = { name: string; email: string | null; accessKey: string; link: string };

const COLUMNS = ["name", "email", "accessKey", "link"] as const;

/** The new keys as a table, for a mail merge. No cell begins as a formula does. */
export function issuedTable(issued: IssuedLine[]): string {
  const lines = issued.map((line) => COLUMNS.map((column) => cell(line[column] ?? "")).join(","));
  return `\ufeff${[COLUMNS.join(","), ...lines].join("\r\n")}\r\n`;
}

function cell(text: string): string {
  return `"${guardCell(text).replaceAll('"', '""')}"`;
}
