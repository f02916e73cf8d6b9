import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { issuedTable } from "./table-file.ts";

test("new keys come as a table in which a spreadsheet runs no formula", () => {
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

describe("a spreadsheet runs no formula when it opens the table of new keys from", () => {
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
