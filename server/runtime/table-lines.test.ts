import { describe, expect, test } from "vitest";
import { linesOf } from "./table-lines.ts";

const LINES_MAX = 5_002;

/** Each line as its number and its cells. */
const read = (csv: string) => {
  const lines = linesOf(csv, LINES_MAX);
  return "wrongQuote" in lines ? lines : lines.map(({ line, cells }) => [line, ...cells]);
};

describe("the separator", () => {
  test.each(["sep=;", "sep=,", "sep=\t", "sep=|", "SEP=;", '"sep=;"', "\ufeffsep=;"])(
    "is the one that a first line of %j names",
    (first) => {
      const by = /[;,\t|]/.exec(first)?.[0] ?? "";
      const expected = [
        [2, "Name", "Email"],
        [3, "Rosa", "r@example.com"],
      ];
      for (const end of ["\n", "\r\n", "\r"])
        expect(read([first, `Name${by}Email`, `Rosa${by}r@example.com`].join(end))).toEqual(expected);
    },
  );

  test("named in the first line takes precedence over a guess from the header", () => {
    expect(read("sep=;\nName, first;Email\nRosa;r")).toEqual([
      [2, "Name, first", "Email"],
      [3, "Rosa", "r"],
    ]);
  });

  test.each([",", ";", "\t"])("%j is guessed from the header, past empty lines and quotation marks", (by) => {
    expect(read(`\n\n"Business\nName, first;\t"${by}Email\nRosa${by}r`)).toEqual([
      [3, "Business\nName, first;\t", "Email"],
      [5, "Rosa", "r"],
    ]);
  });

  test("is not guessed from a line after the header", () => {
    expect(read('"Name"\nRosa; the baker')).toEqual([
      [1, "Name"],
      [2, "Rosa; the baker"],
    ]);
  });
});

describe("a line number counts from the start of the file:", () => {
  test.each(["\n", "\r\n", "\r"])(
    "with lines that end in %j, with breaks in cells and empty lines between",
    (end) => {
      const csv = ["name,notes", "", 'Rosa,"one', "", 'three"', "  ", "Ben,", ",", "Cara,x", "", ""].join(
        end,
      );
      expect(read(csv)).toEqual([
        [1, "name", "notes"],
        [3, "Rosa", "one\n\nthree"],
        [7, "Ben", ""],
        [9, "Cara", "x"],
      ]);
    },
  );

  test("with mixed line ends in one table", () => {
    expect(read("name\r\nRosa\nBen\rCara\r\n")).toEqual([
      [1, "name"],
      [2, "Rosa"],
      [3, "Ben"],
      [4, "Cara"],
    ]);
  });
});

describe("a wrong quotation mark is reported with the line where its cell begins:", () => {
  test.each<[string, string, number]>([
    ["it never ends", 'name,email\n\nRosa,r\n"Ben,b\nCara,c\nDan,d\n', 4],
    [
      "it never ends, in a later cell after other letters",
      'name,email\r\nSöhne,s\r\nBen,"b\r\nCara,c\r\n',
      3,
    ],
    ["it never ends, in the header", '"name,email\nRosa,r\n', 1],
    ["it ends in the next cell with another", 'name,email\n"Ben,b\n"Cara",c\n', 2],
    ["letters follow", 'name,email\nRosa,r\n"Ben" Diaz,b\n', 3],
    ["it never ends, below the separator's line", 'sep=;\nname\n"Ben\n', 3],
    ["it never ends, and more lines than an import takes follow", `name\n"Ben\n${"x\n".repeat(6_000)}`, 2],
  ])("%s", (_, csv, line) => {
    expect(read(csv)).toEqual({ wrongQuote: { line } });
  });

  test("inside of a cell it is text", () => {
    expect(read('name\nJoe "the baker" Diaz\n5" pipes')).toEqual([
      [1, "name"],
      [2, 'Joe "the baker" Diaz'],
      [3, '5" pipes'],
    ]);
  });
});

test("one line more than an import allows is read, and no more", () => {
  const lines = linesOf(`name\n${"x\n".repeat(LINES_MAX + 100)}`, LINES_MAX);
  expect(lines).toHaveLength(LINES_MAX);
});

test.each(["", "\ufeff", "\n\r\n", "  ", ",,\n,,", "sep=;"])("%j holds no lines", (csv) => {
  expect(read(csv)).toEqual([]);
});
