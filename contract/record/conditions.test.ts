import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { interviewWithRecord } from "../../tests/support/data/arbitraries.ts";
import { builtInInterview } from "../interview/built-in-interview.ts";
import type { ShowIf, ShowTest } from "../interview/condition.ts";
import { type Interview, questionsOf, type Section } from "../interview/interview.ts";
import type { Entry } from "../interview/kinds/kinds.ts";
import { completionOf, requiredOpen } from "./completion.ts";
import { conditionalQuestions, hiddenQuestions } from "./conditions.ts";
import { type ClientRecord, completeRecord } from "./record.ts";

const NOW = "2026-03-01T12:00:00.000Z";

/** The built-in interview, with these conditions on some of its questions and sections. */
function conditional(showIfs: { [id: string]: ShowIf }): Interview {
  const sections = builtInInterview.sections.map((section): Section => {
    const questions = section.questions.map((question) =>
      showIfs[question.id] ? { ...question, showIf: showIfs[question.id] } : question,
    );
    return { ...section, ...(showIfs[section.id] && { showIf: showIfs[section.id] }), questions };
  });
  return { ...builtInInterview, sections };
}

const when = (...tests: ShowTest[]): ShowIf => ({ match: "all", tests });
const words = (reason?: "not-applicable" | "unknown"): Entry => ({
  section: "",
  question: "",
  responses: [{ type: "text", content: "x", timestamp: NOW, id: "a", ...(reason && { reason }) }],
});
const profile = (employees: string): Entry => ({ employees, locations: "", revenue: "" });
const tools = (...selectedTools: string[]): Entry => ({ selectedTools, customTools: "", toolRatings: {} });
/** Whether a question with this condition is asked. */
const isAsked = (showIf: ShowIf, record: ClientRecord) =>
  !hiddenQuestions(conditional({ "website-vision": showIf }), record).has("website-vision");

describe("a question under a condition", () => {
  test.each<[string, ShowTest, ClientRecord, boolean]>([
    ["nothing answered", { question: "current-tools", is: "answered" }, {}, false],
    ["a tool", { question: "current-tools", is: "answered" }, { "tool-selection": tools("xero") }, true],
    [
      "that tool among others",
      { question: "current-tools", is: "includes", value: "xero" },
      { "tool-selection": tools("excel", "xero") },
      true,
    ],
    [
      "another tool",
      { question: "current-tools", is: "includes", value: "xero" },
      { "tool-selection": tools("excel") },
      false,
    ],
    [
      "that tool alone",
      { question: "current-tools", is: "equals", value: "xero" },
      { "tool-selection": tools("xero") },
      true,
    ],
    [
      "that tool and another",
      { question: "current-tools", is: "equals", value: "xero" },
      { "tool-selection": tools("xero", "excel") },
      false,
    ],
    [
      "none of the tools",
      { question: "current-tools", is: "equals", value: "none" },
      { "tool-selection": { selectedTools: ["other"], customTools: "None", toolRatings: {} } },
      true,
    ],
    [
      "the size",
      { question: "business-profile", is: "includes", value: "employees:2-5" },
      { "business-profile": profile("2-5") },
      true,
    ],
    [
      "another size",
      { question: "business-profile", is: "includes", value: "employees:2-5" },
      { "business-profile": profile("1") },
      false,
    ],
    [
      "no website",
      { question: "website-info", is: "equals", value: "none" },
      { "website-form": { url: "None" } },
      true,
    ],
    ["words", { question: "booking-process", is: "answered" }, { "booking-process": words() }, true],
    [
      "words that it doesn't apply",
      { question: "booking-process", is: "answered" },
      { "booking-process": words("not-applicable") },
      false,
    ],
    [
      "words that it isn't known",
      { question: "booking-process", is: "answered" },
      { "booking-process": words("unknown") },
      true,
    ],
    [
      "a form that doesn't apply",
      { question: "current-tools", is: "answered" },
      { "tool-selection": { ...tools(), notApplicable: true } as Entry },
      false,
    ],
  ])("%s", (_, given, record, isMet) => {
    expect(isAsked(when(given), record)).toBe(isMet);
    expect(isAsked(when({ ...given, not: true }), record)).toBe(!isMet);
  });

  test("needs all of its tests, or any", () => {
    const both: ShowTest[] = [
      { question: "current-tools", is: "answered" },
      { question: "booking-process", is: "answered" },
    ];
    const one = { "tool-selection": tools("xero") };
    expect(isAsked({ match: "all", tests: both }, one)).toBe(false);
    expect(isAsked({ match: "any", tests: both }, one)).toBe(true);
    expect(isAsked({ match: "all", tests: both }, { ...one, "booking-process": words() })).toBe(true);
  });

  test("is not asked while the condition of its section does not hold", () => {
    const interview = conditional({ website: when({ question: "current-tools", is: "answered" }) });
    expect([...hiddenQuestions(interview, {})]).toEqual(["website-info", "website-vision"]);
    expect([...hiddenQuestions(interview, { "tool-selection": tools("xero") })]).toEqual([]);
  });

  test("reads as unanswered in other conditions while it is not asked, whatever is stored for it", () => {
    const interview = conditional({
      "booking-process": when({ question: "current-tools", is: "answered" }),
      "website-vision": when({ question: "booking-process", is: "answered" }),
    });
    const record = { "booking-process": words() };
    expect([...hiddenQuestions(interview, record)]).toEqual(["booking-process", "website-vision"]);
    expect([...hiddenQuestions(interview, { ...record, "tool-selection": tools("xero") })]).toEqual([]);
  });
});

describe("for any interview and record", () => {
  const pairs = interviewWithRecord().map(([interview, input]) => ({
    interview,
    record: completeRecord(interview, input, { now: NOW }),
  }));

  test("a question that is not asked is under a condition, and never counts", () => {
    fc.assert(
      fc.property(pairs, ({ interview, record }) => {
        const { total, open, complete, notAsked } = completionOf(interview, record);
        for (const id of notAsked) expect(conditionalQuestions(interview).has(id)).toBe(true);
        for (const { id } of requiredOpen(interview, { open })) expect(notAsked).not.toContain(id);
        expect(total).toBeGreaterThan(0);
        expect(new Set([...open, ...complete, ...notAsked]).size).toBe(
          open.length + complete.length + notAsked.length,
        );
      }),
    );
  });

  test("answers to questions that are not asked change nothing, and come back with their questions", () => {
    fc.assert(
      fc.property(pairs, ({ interview, record }) => {
        const hidden = hiddenQuestions(interview, record);
        const entries = questionsOf(interview).filter(({ id }) => hidden.has(id));
        const without = Object.fromEntries(
          Object.entries(record).filter(([name]) => !entries.some(({ entry }) => entry === name)),
        );
        expect(completionOf(interview, without)).toEqual(completionOf(interview, record));
        // without conditions, everything that was ever answered counts again
        const unconditional = JSON.parse(
          JSON.stringify(interview, (key, value) => (key === "showIf" ? undefined : value)),
        ) as Interview;
        const shown = completionOf(unconditional, record);
        expect(shown.notAsked).toEqual([]);
        expect(shown.complete).toEqual(expect.arrayContaining(completionOf(interview, record).complete));
      }),
    );
  });
});
