import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { type Interview, questionsOf } from "#contract/interview/interview.ts";
import type { Language } from "#contract/languages.ts";
import type { CustomField } from "#contract/manage/fields.ts";
import { completeRecord, type RecordInput } from "#contract/record/record.ts";
import { hostileText } from "../../tests/support/data/arbitraries.ts";
import { fullRecord } from "../../tests/support/data/full-record.ts";
import { FORMULA, SEPARATORS, spreadsheetCells } from "../../tests/support/data/spreadsheet-cells.ts";
import { wordsIn } from "../runtime/words.ts";
import type { ManagedClient } from "../storage/clients/managed-clients.ts";
import { csvOf } from "./export-record.ts";
import { CLIENT_COLUMNS, wideTable } from "./wide-csv.ts";

const client = {
  clientId: "cl_1",
  name: "Rosa's Bakery",
  state: "in-progress",
  contact: "Rosa Díaz",
  email: "rosa@example.com",
  phone: "+1 555 010 2030",
  website: "rosas.example",
  managerName: "Mia Lopes",
  tags: [
    { tagId: "tg_1", name: "Spring" },
    { tagId: "tg_2", name: "VIP" },
  ],
  dueOn: "2026-11-30",
} as ManagedClient;

const interview = { id: "iv_1", name: "Standard", version: 1 };

type Options = { interviews?: Interview[]; language?: Language; of?: Partial<ManagedClient> };

/** The head and the row, as a spreadsheet reads them. */
function read(input: RecordInput, { interviews = [], language = "en", of = {} }: Options = {}) {
  const asked = interviews[0] ?? builtInInterview;
  const table = wideTable({ interview: builtInInterview, interviews }, wordsIn(language));
  const record = completeRecord(asked, input, { now: "2026-03-01T12:00:00Z" });
  const csv = csvOf([table.head, table.rowOf({ ...client, ...of }, { interview, record })]);
  const [head = [], row = []] = parse(csv, { record_delimiter: "\r\n" }) as string[][];
  expect(row).toHaveLength(head.length);
  return { csv, head, row, of: Object.fromEntries(head.map((title, place) => [title, row[place]])) };
}

describe("a table with one row per client", () => {
  test("begins with the client, their progress, their manager and what is due when", () => {
    const { head, row } = read({});
    expect(head.slice(0, CLIENT_COLUMNS.length)).toEqual([...CLIENT_COLUMNS]);
    expect(row.slice(0, CLIENT_COLUMNS.length)).toEqual([
      "cl_1",
      "Rosa's Bakery",
      "In progress",
      "Rosa Díaz",
      "rosa@example.com",
      "'+1 555 010 2030",
      "rosas.example",
      "Mia Lopes",
      "Spring, VIP",
      "2026-11-30",
      "Standard",
    ]);
  });

  test("has a column for each custom field, whatever its name, with the client's value", () => {
    const fields: CustomField[] = [
      { fieldId: "fd_1", name: "state", kind: "number", options: [] },
      { fieldId: "fd_2", name: "Go-live", kind: "date", options: [] },
      { fieldId: "fd_3", name: "=1+1", kind: "text", options: [] },
      { fieldId: "fd_4", name: "Plan", kind: "choice", options: ["A"] },
    ];
    const table = wideTable({ interview: builtInInterview, interviews: [], fields }, wordsIn("en"));
    const values = { fd_1: -0.5, fd_2: "2026-12-04", fd_3: "=cmd()" };
    const csv = csvOf([table.head, table.rowOf(client, { interview, record: {} }, values)]);
    const [head = [], row = []] = parse(csv, { record_delimiter: "\r\n" }) as string[][];
    const from = CLIENT_COLUMNS.length;
    expect(head.slice(from, from + 4)).toEqual(["state (2)", "Go-live", "'=1+1", "Plan"]);
    expect(row.slice(from, from + 4)).toEqual(["-0.5", "2026-12-04", "'=cmd()", ""]);
    expect(row).toHaveLength(head.length);
  });

  test("has a column for each question, and one for each field of a form", () => {
    const { head } = read({});
    for (const { title } of questionsOf(builtInInterview))
      expect(
        head.filter((column) => column === title || column.startsWith(`${title}: `)).length,
      ).toBeGreaterThan(0);
    expect(new Set(head).size).toBe(head.length);
  });

  test("has a choice as its label, and no range that becomes a date or a sum", () => {
    const profile = (employees: string, revenue: string) =>
      Object.values(read({ "business-profile": { employees, locations: "1", revenue } }).of);
    expect(profile("2-5", "500k-1m")).toEqual(expect.arrayContaining(["2 to 5", "1", "$500K to $1M"]));
    expect(profile("", "")).toContain("1");
  });

  test("has tools with their ratings, and the website, in the language of the interview", () => {
    const { row } = read(fullRecord());
    expect(row).toEqual(expect.arrayContaining([expect.stringContaining("Square (4 of 5 stars)")]));
    const spanish = read({ "website-form": { url: "none" } }, { language: "es" });
    expect(spanish.row.filter((cell) => cell === "Todavía sin sitio web")).toHaveLength(1);
  });

  test("marks each field of a form that does not apply", () => {
    const notApplicable = { employees: "", locations: "", revenue: "", notApplicable: true as const };
    const { row } = read({ "business-profile": notApplicable });
    expect(row.filter((cell) => cell === "Doesn’t apply")).toHaveLength(3);
  });

  test("has several answers in one cell, and a recording without words as one answer", () => {
    const responses = [{ content: "One." }, { type: "audio" as const, content: "" }];
    expect(read({ "booking-process": { responses } }).row).toContain("One.\n\nRecorded");
  });

  test("says which answers a manager entered", () => {
    const by = { kind: "manager" as const, name: "Mia Lopes" };
    const responses = [{ content: "One." }, { content: "Two.", by }];
    expect(read({ "booking-process": { responses } }).row).toContain("One.\n\nTwo. (Added by Mia Lopes)");
  });

  test("keeps what an earlier interview asked in a separate column", () => {
    const pets: Interview = {
      sections: [
        {
          id: "office",
          name: "Office",
          minutes: 1,
          questions: [
            { id: "pets", kind: "free-answer", entry: "office-pets", title: "Pets", prompt: "Which?" },
          ],
        },
      ],
    } as unknown as Interview;
    const { of } = read({ "office-pets": { responses: [{ content: "A dog." }] } }, { interviews: [pets] });
    expect(of["Earlier questions: Pets"]).toBe("A dog.");
  });

  test("distinguishes questions with the same title", () => {
    const [section] = builtInInterview.sections.filter(({ questions }) =>
      questions.some(({ kind }) => kind === "free-answer"),
    );
    const question = section?.questions.find(({ kind }) => kind === "free-answer");
    const twice = {
      sections: [{ ...section, questions: [question, { ...question, id: "again", entry: "again" }] }],
    };
    const { head } = wideTable({ interview: twice as unknown as Interview, interviews: [] }, wordsIn("en"));
    expect(head.slice(-2)).toEqual([question?.title, `${question?.title} (2)`]);
  });

  test("has no cell that is a formula, for any separator that a spreadsheet may use", () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const { csv } = read(
          { "booking-process": { responses: [{ content: text }] }, "website-form": { url: text } },
          { of: { name: text, contact: text, tags: [{ tagId: "tg_1", name: text }] } },
        );
        for (const separator of SEPARATORS)
          for (const cell of spreadsheetCells(csv, separator)) expect(cell).not.toMatch(FORMULA);
      }),
      { numRuns: 50 },
    );
  });
});
