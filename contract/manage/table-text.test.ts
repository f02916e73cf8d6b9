import { describe, expect, test } from "vitest";
import { IMPORT_MAX_CHARACTERS } from "./limits.ts";
import { decodeTable, tableProblem } from "./table-text.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, isLittle: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (const [place, unit] of text.split("").entries())
    view.setUint16(place * 2, unit.charCodeAt(0), isLittle);
  return new Uint8Array(view.buffer);
};
const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...utf8(part)] : part)));
const decode = (file: Uint8Array) => decodeTable(file, TextDecoder);
const problem = (file: Uint8Array) => tableProblem(decode(file).text);
const LINES = "name;email\nSöhne;s@example.com\n";

describe("a file is read by its actual format:", () => {
  test.each<[string, Uint8Array, string, boolean]>([
    ["UTF-8", utf8("name\nSöhne 👍"), "name\nSöhne 👍", false],
    ["UTF-8 with its mark", utf8("\ufeffname\nCafé"), "name\nCafé", false],
    ["UTF-16, little end first", utf16(`\ufeff${LINES}`, true), LINES, false],
    ["UTF-16, big end first", utf16(`\ufeff${LINES}`, false), LINES, false],
    ["UTF-16 without its mark, little end first", utf16(LINES, true), LINES, false],
    ["UTF-16 without its mark, big end first", utf16(LINES, false), LINES, false],
    [
      "UTF-16 without its mark, mostly of other letters",
      utf16("Id,名前\n1,花子\n2,太郎\n", true),
      "Id,名前\n1,花子\n2,太郎\n",
      false,
    ],
    [
      "UTF-16 that ends within a letter",
      utf16(LINES, true).subarray(0, -1),
      `${LINES.slice(0, -1)}\ufffd`,
      false,
    ],
    ["Windows, as Excel saves it", bytes("Caf", [0xe9], ";", [0x97]), "Café;—", true],
    ["Windows", bytes("S", [0xf6], "hne", [0x80]), "Söhne€", true],
    ["an encoding that Windows-1252 is not", bytes("Caf", [0x8e, 0x81]), "CafŽ\ufffd", true],
    [
      "UTF-8 with a zero byte in a cell",
      utf8("name,contact\nRo\0sa,Rosa Marin\n"),
      "name,contact\nRo\0sa,Rosa Marin\n",
      false,
    ],
    ["nothing", new Uint8Array(), "", false],
  ])("%s", (_, file, text, isGuessed) => {
    expect(decode(file)).toEqual({ text, isGuessed });
    expect(tableProblem(text)).toBeUndefined();
  });
});

const ZIP = "PK\u0003\u0004\u0014\0\u0006\0\u0008\0";
/** Bytes that are all equally frequent, as in compressed files and pictures. */
const noise = Array.from({ length: 4_000 }, (_, place) => (place * 167 + (place >> 8) * 59) % 256);

describe("a file without a table reports what it is:", () => {
  test.each<[string, Uint8Array, ReturnType<typeof tableProblem>]>([
    [".xlsx", bytes(ZIP, "xl/workbook.xml", noise), "workbook"],
    ["a zip file of CSV files", bytes(ZIP, "clients.csv", noise), "unknown"],
    ["a zip file that compresses nothing", bytes(ZIP, "clients.csv", LINES.repeat(100)), "unknown"],
    [".xls", bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], Array(500).fill(0)), "workbook"],
    [
      "a web page named .xls",
      utf8("\ufeff<html xmlns:x='urn'><table><tr><td>Rosa</td></tr></table>"),
      "unknown",
    ],
    ["XML", utf8('<?xml version="1.0"?><Workbook/>'), "unknown"],
    ["a picture", bytes([0x89], "PNG\r\n", [0x1a, 0x0a, 0, 0, 0, 0x0d], "IHDR", noise), "unknown"],
    ["a PDF", bytes("%PDF-1.7\n", noise), "unknown"],
    ["zero bytes", new Uint8Array(1_000), "unknown"],
    ["UTF-16 without its mark that begins with another letter", utf16(`名前,${LINES}`, true), "unknown"],
    ["sound of 16 bits", utf16("\u0001\u0002\u0003".repeat(500), true), "unknown"],
    [
      "a workbook of many megabytes",
      bytes(ZIP, "xl/worksheets/sheet1.xml", Array(4_000_000).fill(0x41)),
      "workbook",
    ],
  ])("%s", (_, file, expected) => {
    expect(problem(file)).toBe(expected);
  });

  test("a workbook that a program read as UTF-8", () => {
    const file = bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    expect(tableProblem(new TextDecoder().decode(file))).toBe("workbook");
  });
});

describe("a table can be as large as an import allows, and no larger,", () => {
  test.each<[string, (text: string) => Uint8Array]>([
    ["in UTF-8", utf8],
    ["in UTF-8 with its mark", (text) => utf8(`\ufeff${text}`)],
    ["in UTF-16", (text) => utf16(`\ufeff${text}`, true)],
  ])("%s", (_, encode) => {
    const text = "店".repeat(IMPORT_MAX_CHARACTERS);
    expect(decode(encode(text)).text.length).toBe(IMPORT_MAX_CHARACTERS);
    expect(problem(encode(text))).toBeUndefined();
    expect(problem(encode(`${text}店`))).toBe("large");
    expect(problem(encode(text.repeat(3)))).toBe("large");
  });
});
