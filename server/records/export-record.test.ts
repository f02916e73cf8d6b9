import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import type { Interview } from "#contract/interview/interview.ts";
import type { Language } from "#contract/languages.ts";
import type { BriefedClient } from "#contract/manage/answers/brief.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { FORMULA, SEPARATORS, spreadsheetCells } from "../../tests/support/data/spreadsheet-cells.ts";
import { wordsIn } from "../runtime/words.ts";
import { exportCsv, exportJson } from "./export-record.ts";

const interviews = { interview: builtInInterview, interviews: [] };
const csvOf = (exported: BriefedClient, language: Language = "en") =>
  exportCsv(interviews, exported, wordsIn(language));

const client = (record: ClientRecord, clientName = "Rosa"): BriefedClient => ({
  clientId: "cl_1",
  interview: { id: "iv_1", name: "Standard", version: 1 },
  clientName,
  revision: 1,
  savedAt: "2026-03-01T12:00:00.000Z",
  submittedAt: null,
  record,
});

/** The same text in every place of a record that holds a client's own words. */
const everywhere = (text: string): ClientRecord => ({
  "tool-selection": { selectedTools: ["other"], customTools: text, toolRatings: {} },
  "website-form": { url: text },
  "booking-process": {
    section: "leads-booking",
    question: "booking-process",
    responses: [{ type: "text", content: text, timestamp: "2026-03-01T12:00:00Z", id: "a" }],
  },
});

// the promise's own list, deliberately not read from the code that guards against formulas
const triggers = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"];
const text = fc
  .tuple(
    fc.constantFrom("", ...triggers, '"', "'", ",", "\r\n"),
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("", '"', "\n", ",=1"),
  )
  .map((parts) => parts.join(""));

const nothingApplies: ClientRecord = {
  "business-profile": { employees: "", locations: "", revenue: "", notApplicable: true },
  "tool-selection": { selectedTools: ["other"], customTools: "None", toolRatings: {} },
  "website-form": { url: "none", satisfaction: 7 },
};

test("“does not apply” is written in words, not as a stored value", () => {
  const rows = readCsv(csvOf(client(nothingApplies)));
  expect(rows.slice(1).map((row) => row.slice(2, 4))).toEqual([
    ["", "Doesn’t apply"],
    ["Tools", "None of these"],
    ["Address", "No website yet"],
  ]);
  expect(readCsv(csvOf(client(nothingApplies), "es")).map((row) => row.slice(2, 4))).toEqual([
    ["field", "answer"],
    ["", "No aplica"],
    ["Herramientas", "Ninguna de estas"],
    ["Dirección web", "Todavía sin sitio web"],
  ]);
});

describe("CSV", () => {
  test.each(triggers)("a cell that begins with %j is shown as text by a spreadsheet", (trigger) => {
    const rows = readCsv(csvOf(client(everywhere(`${trigger}SUM(A1)`))));
    expect(rows.map((row) => row[3])).toEqual(["answer", ...Array<string>(3).fill(`'${trigger}SUM(A1)`)]);
  });

  test("no cell begins like a formula, and every other text is kept exactly", () => {
    fc.assert(
      fc.property(text, (value) => {
        const rows = readCsv(csvOf(client(everywhere(value))));
        for (const row of rows) {
          expect(row).toHaveLength(9);
          for (const cell of row) expect(triggers).not.toContain(cell[0]);
        }
        const answer = rows.at(-2)?.[3] ?? "";
        const plain = (written: string) => written.replaceAll("'", "");
        if (value !== "") expect(plain(answer)).toBe(plain(value));
      }),
    );
  });

  test.each(SEPARATORS)("no cell begins like a formula where %j separates cells", (separator) => {
    const parts = fc.constantFrom(...triggers, ...SEPARATORS, '"', " ", "\u00a0", "'", "\r\n", "x", "1");
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (pieces) => {
        const csv = csvOf(client(everywhere(pieces.join(""))));
        for (const cell of spreadsheetCells(csv, separator)) expect(cell).not.toMatch(FORMULA);
      }),
      { numRuns: 500 },
    );
  });

  test("a choice is its label, and its ranges are not read as dates", () => {
    const chosen = { employees: "2-5", locations: "4-10", revenue: "<500k" };
    const rows = readCsv(csvOf(client({ "business-profile": chosen } as ClientRecord)));
    expect(rows.slice(1, 4).map((row) => row[3])).toEqual(["2 to 5", "4 to 10", "Less than $500K"]);
  });

  test("entries of earlier interviews come last, as stored", () => {
    const record = { "office-pets": { url: "a dog" }, ...everywhere("x") };
    const rows = readCsv(csvOf(client(record)));
    expect(rows.at(-1)?.slice(0, 4)).toEqual(["Earlier questions", "office-pets", "", '{"url":"a dog"}']);
  });
});

test("what a manager entered for the client has the manager's name in its column, and in JSON", () => {
  const by = { kind: "manager", name: "=Mia" } as const;
  const answer = { type: "text", content: "By van.", timestamp: "2026-03-01T12:00:00Z", id: "a" } as const;
  const record: ClientRecord = {
    "booking-process": {
      section: "leads-booking",
      question: "booking-process",
      responses: [answer, { ...answer, id: "b", by }],
    },
  };
  const names = readCsv(csvOf(client(record))).map((row) => row[7]);
  expect(names).toEqual(["addedBy", "", "'=Mia"]);
  expect(JSON.parse(exportJson(client(record)))).toMatchObject({ record });
});

test("an answer to a question that is no longer asked says so in its column", () => {
  const conditional = {
    sections: builtInInterview.sections.map((section) => ({
      ...section,
      ...(section.id === "website" && {
        showIf: { match: "all", tests: [{ question: "current-tools", is: "includes", value: "square" }] },
      }),
    })),
  } as Interview;
  const record: ClientRecord = { "website-form": { url: "https://rosa.example" } };
  const askedOf = (more: ClientRecord) => {
    const csv = exportCsv(
      { interview: conditional, interviews: [conditional] },
      client({ ...record, ...more }),
      wordsIn("en"),
    );
    return readCsv(csv)
      .find((row) => row.includes("https://rosa.example"))
      ?.at(-1);
  };
  const square = { selectedTools: ["square"], customTools: "", toolRatings: {} };
  expect(askedOf({})).toBe("no");
  expect(askedOf({ "tool-selection": square })).toBe("yes");
});

test("JSON is exact, including half a surrogate pair", () => {
  const record = everywhere("\ud83d\u0000=1+1 é👍");
  expect(JSON.parse(exportJson(client(record)))).toEqual(client(record));
});

/** Parses RFC 4180, as a spreadsheet does. */
function readCsv(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",]*?))(,|\r\n)/gy)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
