import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { completedRecord, interviewWithRecord, recordInput } from "../../tests/support/data/arbitraries.ts";
import { builtInInterview } from "../interview/built-in-interview.ts";
import { storedRecordSchema } from "./record.ts";

const schema = storedRecordSchema(builtInInterview);
const accepts = (record: unknown) => schema.safeParse(record).success;

describe("a stored record is read", () => {
  test("unchanged, whatever the interview allows", () => {
    fc.assert(
      fc.property(interviewWithRecord(), ([interview, record]) => {
        expect(storedRecordSchema(interview).parse(record)).toEqual(record);
      }),
    );
    fc.assert(
      fc.property(completedRecord(builtInInterview), (record) => {
        expect(schema.parse(record)).toEqual(record);
      }),
    );
  });

  test("with options, tools and ratings that are no longer in any interview", () => {
    const record = {
      "business-profile": { employees: "51-100", locations: "none", revenue: "a lot" },
      "tool-selection": { selectedTools: ["fax"], customTools: "", toolRatings: { fax: 9 } },
      "website-form": { url: "x".repeat(5_000), satisfaction: 11 },
    };
    expect(schema.parse(record)).toEqual(record);
  });

  test("with entries of other interviews and fields of later releases", () => {
    const record = {
      "office-pets": { anything: [1, null] },
      "booking-process": { mood: "good", responses: [{ content: "x", id: "a", translation: "y" }] },
      "website-form": { url: "", host: "mine" },
    };
    expect(schema.parse(record)).toEqual(record);
  });

  test("also when the interview has changed since", () => {
    fc.assert(
      fc.property(interviewWithRecord(), recordInput(builtInInterview), ([interview], record) => {
        const untouched = Object.fromEntries(
          Object.entries(record).filter(([name]) => !JSON.stringify(interview).includes(`"${name}"`)),
        );
        expect(storedRecordSchema(interview).parse(untouched)).toEqual(untouched);
      }),
    );
  });
});

describe("a stored record is refused that has", () => {
  test.each<[string, unknown]>([
    ["no entries at all", null],
    ["a list for entries", []],
    ["a form for a written entry", { "booking-process": { url: "" } }],
    ["a form for the remarks", { "current-tools": { url: "" } }],
    ["an answer without content", { "booking-process": { responses: [{ id: "a" }] } }],
    ["an answer of an unknown type", { "booking-process": { responses: [{ content: "x", type: "video" }] } }],
    ["a number for an option", { "business-profile": { employees: 2 } }],
    ["text for the tools", { "tool-selection": { selectedTools: "xero" } }],
    ["text for a rating", { "tool-selection": { toolRatings: { xero: "4" } } }],
    ["null for an address", { "website-form": { url: null } }],
    ["null for an entry", { "website-form": null }],
  ])("%s", (_, record) => {
    expect(accepts(record)).toBe(false);
  });
});
