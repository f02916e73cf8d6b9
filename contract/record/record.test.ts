import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { interviewWithRecord } from "../../tests/support/data/arbitraries.ts";
import { builtInInterview } from "../interview/built-in-interview.ts";
import type { Interview } from "../interview/interview.ts";
import type { Question } from "../interview/question.ts";
import { type ClientRecord, hasContent, isIncomplete, recordSchema } from "./record.ts";

const schema = recordSchema(builtInInterview);
const accepts = (input: unknown) => schema.safeParse(input).success;
const issuesOf = (input: unknown) => schema.safeParse(input).error?.issues ?? [];
const withAnswer = (answer: unknown) => ({ "booking-process": { responses: [answer] } });
const withAnswers = (responses: object[]) => ({ "booking-process": { responses } });
const withTools = (entry: unknown) => ({ "tool-selection": entry });
const withWebsite = (entry: unknown) => ({ "website-form": entry });

const full: ClientRecord = {
  "business-profile": { employees: "2-5", locations: "1", revenue: "<500k" },
  "tool-selection": {
    selectedTools: ["xero", "other"],
    customTools: "Jobber, a diary",
    toolRatings: { xero: 4 },
  },
  "current-tools": {
    section: "business-snapshot",
    question: "current-tools",
    responses: [answer("a", "Nobody opens it.")],
  },
  "booking-process": {
    section: "leads-booking",
    question: "booking-process",
    responses: [
      { ...answer("b", ""), type: "audio" },
      { ...answer("c", "We call back."), source: "dictated", raw: "ex" },
    ],
  },
  "website-form": { url: "https://www.example.com", satisfaction: 10 },
};

describe("a save may hold", () => {
  test.each<[string, unknown]>([
    ["nothing at all", {}],
    ["everything", full],
    ["an empty form", { "business-profile": {} }],
    ["one field of a form", { "business-profile": { revenue: ">1m" } }],
    ["a form that was emptied", { "business-profile": { employees: "", locations: "", revenue: "" } }],
    ["no tools", withTools({ selectedTools: [] })],
    ["a bare answer", withAnswer({ content: "We call back." })],
    ["a blank answer", withAnswer({ content: " " })],
    ["a question without answers", withAnswers([])],
    ["an answer of 20,000 characters", withAnswer({ content: "x".repeat(20_000) })],
    ["200 answers", withAnswers(Array(200).fill({ content: "x" }))],
    ["bare answers with the same words", withAnswers([{ content: "x" }, { content: "x" }])],
    ["an id of 100 characters", withAnswer({ content: "x", id: "i".repeat(100) })],
    [
      "a timestamp of another time zone",
      withAnswer({ content: "x", timestamp: "2026-03-01T12:00:00+05:30" }),
    ],
    ["a timestamp without fractions", withAnswer({ content: "x", timestamp: "2026-03-01T12:00:00Z" })],
    ["a text that is not an address", withWebsite({ url: "ask my nephew" })],
    ["an address of 2,048 characters", withWebsite({ url: "x".repeat(2_048) })],
    ["2,000 characters of other tools", withTools({ customTools: "x".repeat(2_000) })],
    ["the lowest satisfaction", withWebsite({ satisfaction: 1 })],
    [
      "the same id under two questions",
      { ...withAnswer(answer("a", "x")), "website-vision": { responses: [answer("a", "x")] } },
    ],
  ])("%s", (_, input) => {
    expect(issuesOf(input)).toEqual([]);
  });

  test("every record that an interview allows, unchanged", () => {
    fc.assert(
      fc.property(interviewWithRecord(), ([interview, record]) => {
        expect(recordSchema(interview).parse(record)).toEqual(record);
      }),
    );
  });
});

describe("a save is refused that holds", () => {
  test.each<[string, unknown]>([
    ["no object", null],
    ["a list", []],
    ["an unknown entry name", { "favorite-color": { responses: [] } }],
    ["a question's id in place of its entry name", { "growth-vision": { responses: [] } }],
    ["an entry name that every object inherits", JSON.parse('{"__proto__": {"responses": []}}')],
    ["an entry that is null", { "booking-process": null }],
    ["a written entry without answers", { "booking-process": {} }],
    ["an unknown field in an entry", { "business-profile": { employees: "1", owner: "me" } }],
    ["an unknown field in an answer", withAnswer({ content: "x", approved: true })],
    ["a written entry for a form", { "website-form": { responses: [] } }],
    ["a form for a written entry", { "website-vision": { url: "" } }],
    ["a label in place of an option's value", { "business-profile": { employees: "Just me (1)" } }],
    ["an option of another field", { "business-profile": { locations: "6-10" } }],
    ["an option as a number", { "business-profile": { locations: 1 } }],
    ["an unknown tool", withTools({ selectedTools: ["fax"] })],
    ["a tool twice", withTools({ selectedTools: ["xero", "xero"] })],
    ["tools as text", withTools({ selectedTools: "xero" })],
    ["a rating for an unknown tool", withTools({ toolRatings: { fax: 3 } })],
    ["a rating for Other", withTools({ selectedTools: ["other"], toolRatings: { other: 3 } })],
    ["2,001 characters of other tools", withTools({ customTools: "x".repeat(2_001) })],
    ["an address of 2,049 characters", withWebsite({ url: "x".repeat(2_049) })],
    ["an address that is null", withWebsite({ url: null })],
    ["an answer without content", withAnswer({ id: "a" })],
    ["an answer whose content is a number", withAnswer({ content: 5 })],
    ["an answer that is text", withAnswer("We call back.")],
    ["an answer of 20,001 characters", withAnswer({ content: "x".repeat(20_001) })],
    ["201 answers", withAnswers(Array(201).fill({ content: "x" }))],
    ["an unknown type of answer", withAnswer({ content: "x", type: "video" })],
    ["an unknown source", withAnswer({ content: "x", source: "pasted" })],
    ["an empty id", withAnswer({ content: "x", id: "" })],
    ["an id of 101 characters", withAnswer({ content: "x", id: "i".repeat(101) })],
    ["an id that is a number", withAnswer({ content: "x", id: 7 })],
    ["a section of 101 characters", { "booking-process": { section: "s".repeat(101), responses: [] } }],
    ["a question of 101 characters", { "booking-process": { question: "q".repeat(101), responses: [] } }],
  ])("%s", (_, input) => {
    expect(accepts(input)).toBe(false);
  });

  test.each([0, 6, 1.5, "5", null, Number.NaN])("a rating of %j", (rating) => {
    expect(accepts(withTools({ toolRatings: { xero: rating } }))).toBe(false);
  });

  test.each([0, 11, 5.5, "5", null, Number.POSITIVE_INFINITY])("a satisfaction of %j", (satisfaction) => {
    expect(accepts(withWebsite({ satisfaction }))).toBe(false);
  });

  test.each([
    "",
    "yesterday",
    "2026-03-01",
    "2026-03-01 12:00:00Z",
    "2026-03-01T12:00:00",
    "2026-02-30T12:00:00Z",
    "2026-03-01T25:00:00Z",
    "2026-03-01T12:00:00Z ",
    1_772_366_400_000,
    null,
  ])("a timestamp of %j", (timestamp) => {
    expect(accepts(withAnswer({ content: "x", timestamp }))).toBe(false);
  });

  test("two answers with the same id, and it says where and why", () => {
    const issues = issuesOf(withAnswers([answer("a", "x"), answer("a", "y")]));
    expect(issues).toMatchObject([
      { path: ["booking-process", "responses"], message: "Two answers have the same id" },
    ]);
  });

  test("a tool twice, and it says where and why", () => {
    const issues = issuesOf(withTools({ selectedTools: ["xero", "xero"] }));
    expect(issues).toMatchObject([
      { path: ["tool-selection", "selectedTools"], message: "A tool appears twice" },
    ]);
  });

  test("a fault deep inside, and it names the path", () => {
    expect(issuesOf(withAnswers([{ content: "x" }, { content: 5 }]))[0]?.path).toEqual([
      "booking-process",
      "responses",
      1,
      "content",
    ]);
  });
});

describe("when the interview has changed, a page opened before the change", () => {
  const earlier: Interview = interviewOf([
    profileQuestion("business-profile", "51-100"),
    pickerQuestion("tool-selection", "fax"),
    {
      kind: "website",
      id: "shop",
      entry: "shop-form",
      title: "Shop",
      prompt: "Where?",
      sample: "https://example.com",
    },
    {
      kind: "free-answer",
      id: "pets",
      entry: "office-pets",
      title: "Pets",
      prompt: "Any?",
      sample: "A dog.",
    },
  ]);
  const widened = recordSchema(builtInInterview, [earlier]);

  test.each<[string, unknown]>([
    ["an option that is gone", { "business-profile": { employees: "51-100" } }],
    ["a tool that is gone, with its rating", withTools({ selectedTools: ["fax"], toolRatings: { fax: 2 } })],
    ["a question that is gone", { "office-pets": { responses: [{ content: "A dog." }] } }],
    ["a form that is gone", { "shop-form": { url: "https://example.com" } }],
    ["remarks that are gone", { "old-remarks": { responses: [{ content: "It is loud." }] } }],
  ])("can still save %s", (_, input) => {
    expect(accepts(input)).toBe(false);
    expect(widened.safeParse(input).success).toBe(true);
  });

  test("can still save everything that today's interview defines", () => {
    expect(widened.safeParse(full).success).toBe(true);
  });

  test("still cannot save what no interview defined", () => {
    expect(widened.safeParse({ "favorite-color": { responses: [] } }).success).toBe(false);
    expect(widened.safeParse({ "business-profile": { employees: "51-1000" } }).success).toBe(false);
    expect(widened.safeParse(withTools({ selectedTools: ["telex"] })).success).toBe(false);
    expect(widened.safeParse({ "shop-form": { responses: [] } }).success).toBe(false);
  });
});

describe("a record has content", () => {
  test.each<[string, ClientRecord]>([
    ["with an answer", { "booking-process": { section: "s", question: "q", responses: [answer("a", "x")] } }],
    [
      "with one field of the profile",
      { "business-profile": { employees: "", locations: "", revenue: ">1m" } },
    ],
    ["with a location only", { "business-profile": { employees: "", locations: "1", revenue: "" } }],
    ["with a tool", { "tool-selection": { selectedTools: ["other"], customTools: "", toolRatings: {} } }],
    [
      "with other tools only",
      { "tool-selection": { selectedTools: [], customTools: "a diary", toolRatings: {} } },
    ],
    ["with an address", { "website-form": { url: "example.com" } }],
    ["with a touched slider only", { "website-form": { url: "", satisfaction: 5 } }],
  ])("%s", (_, record) => {
    expect(hasContent(record)).toBe(true);
  });

  test("not when it is empty, nor when all its forms and questions are", () => {
    expect(hasContent({})).toBe(false);
    expect(
      hasContent({
        "business-profile": { employees: "", locations: "", revenue: "" },
        "tool-selection": { selectedTools: [], customTools: "", toolRatings: {} },
        "website-form": { url: "" },
        "booking-process": { section: "s", question: "q", responses: [] },
      }),
    ).toBe(false);
  });
});

describe("a save is incomplete", () => {
  test("while an answer lacks its timestamp", () => {
    expect(isIncomplete({ "booking-process": { responses: [answer("a", "x"), { content: "y" }] } })).toBe(
      true,
    );
  });

  test("while a dictated answer lacks its raw words, which an older page does not send", () => {
    const dictated = { ...answer("a", "x"), source: "dictated" as const };
    const isIncompleteWith = (more: object) =>
      isIncomplete({ "booking-process": { responses: [{ ...dictated, ...more }] } });
    expect([isIncompleteWith({}), isIncompleteWith({ raw: "ex" })]).toEqual([true, false]);
  });

  test("but not when only forms lack fields", () => {
    expect(isIncomplete({})).toBe(false);
    expect(isIncomplete({ "business-profile": {}, "website-form": {}, "tool-selection": {} })).toBe(false);
    expect(isIncomplete(full)).toBe(false);
  });
});

function answer(id: string, content: string) {
  return { type: "text" as const, content, timestamp: "2026-03-01T12:00:00.000Z", id };
}

function interviewOf(questions: Question[]): Interview {
  return { sections: [{ id: "s", name: "S", minutes: 5, description: "D", questions }] };
}

function profileQuestion(entry: string, value: string): Question {
  const field = { label: "Field", options: [{ value, label: "Choice" }] };
  const common = { id: entry, entry, title: "T", prompt: "P" };
  return { kind: "business-profile", ...common, employees: field, locations: field, revenue: field };
}

function pickerQuestion(entry: string, value: string): Question {
  const common = { id: entry, entry, title: "T", prompt: "P", remarksPrompt: "More?", sample: "S" };
  return { kind: "tool-picker", ...common, remarksEntry: "old-remarks", tools: [{ value, label: "Tool" }] };
}
