import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { interviewWithRecord } from "../../tests/support/data/arbitraries.ts";
import { builtInInterview } from "../interview/built-in-interview.ts";
import { type Interview, questionsOfKind } from "../interview/interview.ts";
import { answersOf } from "./answer.ts";
import { formDataOf, formDataSchema, formsOfData } from "./form-data.ts";

/** An interview that asks for the built-in list of tools twice. */
const twoPickers = askedTwice();

function askedTwice(): Interview {
  const [picker] = questionsOfKind(builtInInterview, "tool-picker");
  const [section] = builtInInterview.sections;
  if (!picker || !section) throw new Error("The built-in interview has a tool picker");
  const second = { ...picker, id: "apps", entry: "apps", remarksEntry: "apps-remarks" };
  return { sections: [{ ...section, questions: [picker, second] }] };
}

describe("the form data of a browser", () => {
  test("has the specification's three forms exactly and in its order, also when they are empty", () => {
    expect(JSON.stringify(formDataOf(builtInInterview, {}))).toBe(
      '{"businessProfile":{"employees":"","locations":"","revenue":""},"toolSelection":{"selectedTools":[],"customTools":"","toolRatings":{}},"websiteData":{"url":""}}',
    );
    const filledIn = {
      "business-profile": { employees: "2-5", locations: "1", revenue: "<500k" },
      "tool-selection": {
        selectedTools: ["square", "other"],
        customTools: "a till",
        toolRatings: { square: 4 },
      },
      "website-form": { url: "https://rosa.example", satisfaction: 7 },
    };
    expect(JSON.stringify(formDataOf(builtInInterview, filledIn))).toBe(
      '{"businessProfile":{"employees":"2-5","locations":"1","revenue":"<500k"},"toolSelection":{"selectedTools":["square","other"],"customTools":"a till","toolRatings":{"square":4}},"websiteData":{"url":"https://rosa.example","satisfaction":7}}',
    );
  });

  test("has the second form of a kind under its entry name", () => {
    const selection = { selectedTools: ["xero"], customTools: "", toolRatings: {} };
    expect(formDataOf(twoPickers, { apps: selection })).toMatchObject({
      toolSelection: { selectedTools: [] },
      more: { apps: selection },
    });
  });

  test("is refused where a second form of a kind has wrong content, and completed where it lacks a field", () => {
    const schema = formDataSchema(twoPickers);
    const kept = formDataOf(twoPickers, {});
    expect(schema.safeParse({ ...kept, more: { apps: { selectedTools: "xero" } } }).success).toBe(false);
    const read = schema.parse({ ...kept, more: { apps: { selectedTools: ["xero"] } } });
    expect(formsOfData(twoPickers, read)).toMatchObject({
      apps: { selectedTools: ["xero"], customTools: "", toolRatings: {} },
    });
  });

  test("loses nothing in a round trip", () => {
    fc.assert(
      fc.property(interviewWithRecord(), ([interview, record]) => {
        const { forms } = answersOf(interview, record, "2026-03-01T12:00:00.000Z");
        expect(formsOfData(interview, formDataOf(interview, forms))).toEqual(forms);
      }),
    );
  });
});
