import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { completedRecord } from "../../tests/support/data/arbitraries.ts";
import { builtInInterview } from "../interview/built-in-interview.ts";
import type { Interview } from "../interview/interview.ts";
import type { WrittenEntry } from "../interview/kinds/free-answer.ts";
import type { ToolSelectionEntry } from "../interview/kinds/tool-selection.ts";
import { carryOver } from "./carry-over.ts";
import { type ClientRecord, completeRecord } from "./record.ts";

const pets: WrittenEntry = {
  section: "team",
  question: "pets",
  responses: [{ type: "text", content: "A dog.", timestamp: "2026-03-01T12:00:00.000Z", id: "a" }],
};
const tools = (
  selectedTools: string[],
  toolRatings: Record<string, number> = {},
  customTools = "",
): ToolSelectionEntry => ({ selectedTools, customTools, toolRatings });
const carried = (stored: ClientRecord, saved: ClientRecord) => carryOver(builtInInterview, stored, saved);

describe("what a save does not show is kept:", () => {
  test("an entry that today's interview does not define", () => {
    expect(carried({ "office-pets": pets }, {})).toEqual({ "office-pets": pets });
    expect(carried({ "office-pets": pets, "tool-selection": tools(["xero"]) }, {})).toEqual({
      "office-pets": pets,
    });
  });

  test("a retired tool with its rating, after the tools of the save", () => {
    const stored = { "tool-selection": tools(["fax", "xero"], { fax: 2, xero: 5 }) };
    const saved = { "tool-selection": tools(["asana"], { asana: 1 }, "a diary") };
    expect(carried(stored, saved)).toEqual({
      "tool-selection": tools(["asana", "fax"], { asana: 1, fax: 2 }, "a diary"),
    });
  });

  test("a retired tool that was never rated", () => {
    expect(carried({ "tool-selection": tools(["fax"]) }, { "tool-selection": tools([]) })).toEqual({
      "tool-selection": tools(["fax"]),
    });
  });

  test("a retired tool, also when the save holds no tools at all", () => {
    expect(carried({ "tool-selection": tools(["fax"], { fax: 3 }, "gone") }, {})).toEqual({
      "tool-selection": tools(["fax"], { fax: 3 }),
    });
  });
});

describe("a retired option of the business profile", () => {
  const profile = (employees: string) => ({ employees, locations: "", revenue: "" });

  test("stays when the save chooses no option, also when the whole form is missing", () => {
    const stored = { "business-profile": profile("51-100") };
    expect(carried(stored, { "business-profile": profile("") })).toEqual(stored);
    expect(carried(stored, {})).toEqual(stored);
  });

  test("gives way to another choice", () => {
    const saved = { "business-profile": profile("2-5") };
    expect(carried({ "business-profile": profile("51-100") }, saved)).toEqual(saved);
  });
});

describe("the values of a save win:", () => {
  test("an entry that the save omits and today's interview defines is removed", () => {
    expect(carried({ "booking-process": { ...pets, question: "booking-process" } }, {})).toEqual({});
    expect(carried({ "tool-selection": tools(["xero"], { xero: 5 }) }, {})).toEqual({});
  });

  test("an undefined entry in the save replaces the stored one", () => {
    const saved = { "office-pets": { ...pets, responses: [] } };
    expect(carried({ "office-pets": pets }, saved)).toEqual(saved);
  });

  test("a listed tool that the save deselects is removed, and so is Other", () => {
    const stored = { "tool-selection": tools(["xero", "other"], { xero: 5 }, "a diary") };
    const saved = { "tool-selection": tools([]) };
    expect(carried(stored, saved)).toEqual(saved);
  });

  test("a retired tool that the save rates again keeps the new rating", () => {
    const stored = { "tool-selection": tools(["fax"], { fax: 2 }) };
    const saved = { "tool-selection": tools(["fax"], { fax: 4 }) };
    expect(carried(stored, saved)).toEqual(saved);
  });
});

test("without a tool picker in the interview, stored tools are an entry like any other", () => {
  const sections = builtInInterview.sections.slice(1);
  const interview: Interview = { sections };
  const stored = { "tool-selection": tools(["fax"], { fax: 2 }) };
  expect(carryOver(interview, stored, {})).toEqual(stored);
});

test("carrying over from a record that today's interview fully defines changes nothing", () => {
  const records = completedRecord(builtInInterview);
  fc.assert(
    fc.property(records, records, (stored, saved) => {
      expect(JSON.stringify(carried(stored, saved))).toBe(JSON.stringify(saved));
    }),
  );
});

test("carrying over twice has the same result as once", () => {
  const records = completedRecord(builtInInterview);
  fc.assert(
    fc.property(records, records, (some, saved) => {
      const selection = tools(["fax", "telex"], { telex: 1 });
      const stored = { ...some, "tool-selection": selection, "office-pets": pets };
      const once = carried(stored, saved);
      expect(JSON.stringify(carried(stored, once))).toBe(JSON.stringify(once));
      expect(completeRecord(builtInInterview, once, { now: "" })).toEqual(once);
    }),
  );
});
