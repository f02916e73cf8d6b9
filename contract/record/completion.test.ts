import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { interview as anyInterview, completedRecord } from "../../tests/support/data/arbitraries.ts";
import { builtInInterview } from "../interview/built-in-interview.ts";
import { questionsOf } from "../interview/interview.ts";
import type { Entry } from "../interview/kinds/kinds.ts";
import type { Question } from "../interview/question.ts";
import { completionOf, firstIncompleteSection, lastSection } from "./completion.ts";
import { isComplete } from "./is-complete.ts";
import type { ClientRecord } from "./record.ts";

const questions = questionsOf(builtInInterview);
const percentOf = (record: ClientRecord) => completionOf(builtInInterview, record).percent;
const completeIds = (record: ClientRecord) => completionOf(builtInInterview, record).complete;

function answered(timestamp = "2026-03-01T12:00:00.000Z"): Entry {
  return { section: "", question: "", responses: [{ type: "text", content: "x", timestamp, id: timestamp }] };
}

function filled(question: Question): Entry {
  switch (question.kind) {
    case "free-answer":
      return answered();
    case "business-profile":
      return { employees: "1", locations: "", revenue: "" };
    case "tool-picker":
      return { selectedTools: ["xero"], customTools: "", toolRatings: {} };
    case "website":
      return { url: "example.com" };
    default:
      throw new Error(`The built-in interview asks no ${question.kind}`);
  }
}

const filledUpTo = (count: number): ClientRecord =>
  Object.fromEntries(questions.slice(0, count).map((question) => [question.entry, filled(question)]));

describe("the percentage", () => {
  test("is the share of complete questions, rounded", () => {
    const percents = Array.from({ length: 14 }, (_, count) => percentOf(filledUpTo(count)));
    expect(percents).toEqual([0, 8, 15, 23, 31, 38, 46, 54, 62, 69, 77, 85, 92, 100]);
  });

  test("does not depend on which questions are complete", () => {
    fc.assert(
      fc.property(fc.subarray(questions), (some) => {
        const record = Object.fromEntries(some.map((question) => [question.entry, filled(question)]));
        expect(percentOf(record)).toBe(Math.round((some.length / 13) * 100));
        expect(completeIds(record)).toEqual(some.map(({ id }) => id));
      }),
    );
  });

  test("is counted section by section", () => {
    expect(completionOf(builtInInterview, filledUpTo(4))).toMatchObject({
      completed: 4,
      total: 13,
      sections: [
        { id: "business-snapshot", completed: 3, total: 3 },
        { id: "leads-booking", completed: 1, total: 2 },
        { id: "service-delivery-ops", completed: 0, total: 2 },
        { id: "money-admin", completed: 0, total: 2 },
        { id: "customers-growth", completed: 0, total: 2 },
        { id: "website", completed: 0, total: 2 },
      ],
    });
  });

  test("adds up, whatever the interview and the record", () => {
    const pairs = anyInterview().chain((interview) =>
      fc.tuple(fc.constant(interview), completedRecord(interview)),
    );
    fc.assert(
      fc.property(pairs, ([interview, record]) => {
        const { completed, total, percent, complete, sections } = completionOf(interview, record);
        const { open, notAsked } = completionOf(interview, record);
        const isOptional = new Set(
          questionsOf(interview).flatMap(({ id, need }) => (need === "optional" ? id : [])),
        );
        expect(complete.filter((id) => !isOptional.has(id))).toHaveLength(completed);
        expect(open).toHaveLength(total - completed);
        expect(total).toBeGreaterThan(0);
        const asked = questionsOf(interview).filter(({ id }) => !notAsked.includes(id));
        expect(total).toBe(asked.filter(({ id }) => !isOptional.has(id)).length);
        for (const id of notAsked) expect([...complete, ...open]).not.toContain(id);
        expect(sections.reduce((sum, section) => sum + section.completed, 0)).toBe(completed);
        expect(percent >= 0 && percent <= 100).toBe(true);
        expect(firstIncompleteSection(interview, record) === undefined).toBe(completed === total);
      }),
    );
  });
});

describe("the business profile is complete", () => {
  test.each(["employees", "locations", "revenue"])("with %s alone", (field) => {
    const empty = { employees: "", locations: "", revenue: "" };
    expect(completeIds({ "business-profile": { ...empty, [field]: "1" } })).toEqual(["business-profile"]);
    expect(completeIds({ "business-profile": empty })).toEqual([]);
  });
});

describe("the tool picker is complete", () => {
  test("with one tool, Other included", () => {
    for (const tool of ["xero", "other"]) {
      const entry = { selectedTools: [tool], customTools: "", toolRatings: {} };
      expect(completeIds({ "tool-selection": entry })).toEqual(["current-tools"]);
    }
  });

  test("not with other tools or ratings alone", () => {
    const entry = { selectedTools: [], customTools: "a diary", toolRatings: { xero: 3 } };
    expect(completeIds({ "tool-selection": entry })).toEqual([]);
  });

  test("not with written remarks alone, and it stays complete without them", () => {
    const selection = { selectedTools: ["xero"], customTools: "", toolRatings: {} };
    expect(completeIds({ "current-tools": answered() })).toEqual([]);
    expect(completeIds({ "current-tools": answered(), "tool-selection": selection })).toEqual([
      "current-tools",
    ]);
    expect(completeIds({ "tool-selection": selection })).toEqual(["current-tools"]);
  });
});

describe("the website is complete", () => {
  test("with an address that is not blank", () => {
    expect(completeIds({ "website-form": { url: "x" } })).toEqual(["website-info"]);
    expect(completeIds({ "website-form": { url: " \n" } })).toEqual([]);
  });

  test("not with a satisfaction alone", () => {
    expect(completeIds({ "website-form": { url: "", satisfaction: 9 } })).toEqual([]);
  });
});

describe("a written question is complete", () => {
  test("with its first answer, and deleting the last answer unmarks it", () => {
    expect(completeIds({ "growth-and-future-vision": answered() })).toEqual(["growth-vision"]);
    expect(completeIds({ "growth-and-future-vision": { section: "", question: "", responses: [] } })).toEqual(
      [],
    );
    expect(completeIds({})).toEqual([]);
  });

  test("with a recording whose transcript has not arrived", () => {
    const take = { type: "audio" as const, content: "", timestamp: "2026-03-01T12:00:00.000Z", id: "t" };
    expect(completeIds({ "booking-process": { section: "", question: "", responses: [take] } })).toEqual([
      "booking-process",
    ]);
  });
});

test("every question of an empty record is incomplete", () => {
  expect(questions.filter((question) => isComplete(question, {}))).toEqual([]);
});

describe("the first incomplete section", () => {
  test("is the first of all for a new client", () => {
    expect(firstIncompleteSection(builtInInterview, {})?.id).toBe("business-snapshot");
  });

  test("is the one with the first open question, whatever was answered after it", () => {
    const { "booking-process": _, ...record } = filledUpTo(13);
    expect(firstIncompleteSection(builtInInterview, record)?.id).toBe("leads-booking");
  });

  test("is undefined when everything is answered", () => {
    expect(firstIncompleteSection(builtInInterview, filledUpTo(13))).toBeUndefined();
  });
});

describe("the section in which a client worked last", () => {
  test("is undefined for a new client, and for a client whose forms are empty", () => {
    expect(lastSection(builtInInterview, {})).toBeUndefined();
    expect(lastSection(builtInInterview, { "website-form": { url: "" } })).toBeUndefined();
  });

  test("is the section of the newest answer, not the last section", () => {
    const record = {
      "team-and-business-setup": answered("2026-03-02T10:00:00.000Z"),
      "booking-process": answered("2026-03-02T11:00:00.000Z"),
      "administrative-tasks": answered("2026-03-02T09:00:00.000Z"),
      "website-form": { url: "example.com" },
    };
    expect(lastSection(builtInInterview, record)?.id).toBe("leads-booking");
  });

  test("is found by the newest answer of a question, whatever the order of the answers", () => {
    const both = (first: string, second: string) => ({
      section: "",
      question: "",
      responses: [first, second].map((timestamp) => ({
        type: "text" as const,
        content: "x",
        timestamp,
        id: timestamp,
      })),
    });
    const record = {
      "booking-process": both("2026-03-02T11:00:00.000Z", "2026-03-02T08:00:00.000Z"),
      "administrative-tasks": both("2026-03-02T09:00:00.000Z", "2026-03-02T10:00:00.000Z"),
    };
    expect(lastSection(builtInInterview, record)?.id).toBe("leads-booking");
  });

  test("counts remarks about the tools as work", () => {
    const record = { "current-tools": answered("2026-03-03T10:00:00.000Z"), "booking-process": answered() };
    expect(lastSection(builtInInterview, record)?.id).toBe("business-snapshot");
  });

  test("is the last one with a filled form, where there is no answer", () => {
    const record = {
      "business-profile": { employees: "1", locations: "", revenue: "" },
      "website-form": { url: "example.com" },
    };
    expect(lastSection(builtInInterview, record)?.id).toBe("website");
  });
});
