import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { decodeTable, issuedTable } from "./table-file.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, isLittle: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2 + 2));
  for (const [place, unit] of [0xfeff, ...Array.from(text, (letter) => letter.charCodeAt(0))].entries())
    view.setUint16(place * 2, unit, isLittle);
  return new Uint8Array(view.buffer);
};

describe("a file is read as what it is:", () => {
  test.each([
    ["UTF-8", bytes("name\nSöhne 👍"), "name\nSöhne 👍", false],
    ["UTF-16, little end first", utf16("name\nSöhne", true), "name\nSöhne", false],
    ["UTF-16, big end first", utf16("name\nSöhne", false), "name\nSöhne", false],
    ["UTF-8 with its mark", bytes("\ufeffname\nCafé"), "name\nCafé", false],
    ["Windows, as Excel saves it", new Uint8Array([0x43, 0x61, 0x66, 0xe9, 0x3b, 0x97]), "Café;—", true],
    ["Windows", new Uint8Array([0x53, 0xf6, 0x68, 0x6e, 0x65, 0x80]), "Söhne€", true],
    ["nothing", new Uint8Array(), "", false],
  ])("%s", (_, file, text, isGuessed) => {
    expect(decodeTable(file)).toEqual({ text, isGuessed });
  });
});

test("new keys come as a table that a spreadsheet reads and runs nothing of", () => {
  const issued = [
    { name: 'Rosa "the baker"', email: null, accessKey: "fh_A", link: "http://x/#key=fh_A" },
    { name: "=1+1", email: "+x@example.com", accessKey: "fh_B", link: "http://x/#key=fh_B" },
  ];
  expect(issuedTable(issued)).toBe(
    "\ufeffname,email,accessKey,link\r\n" +
      '"Rosa ""the baker""","","fh_A","http://x/#key=fh_A"\r\n' +
      '"\'=1+1","\'+x@example.com","fh_B","http://x/#key=fh_B"\r\n',
  );
});

describe("anyone who opens the table with the new keys gets no formula from", () => {
  const triggers = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"];
  const cases = triggers.flatMap((trigger) =>
    (["name", "email"] as const).map((column) => ({ trigger, column })),
  );

  test.each(cases)("a $column that begins with $trigger", ({ trigger, column }) => {
    const text = `${trigger}HYPERLINK("http://evil.example";1)`;
    const line = { name: "Rosa", email: "rosa@example.com", accessKey: "fh_A", link: "http://x/#key=fh_A" };
    const table = issuedTable([{ ...line, [column]: text }]);
    const rows: unknown = parse(table, { bom: true, columns: true, record_delimiter: "\r\n" });
    expect(rows).toEqual([{ ...line, [column]: `'${text}` }]);
  });
});
