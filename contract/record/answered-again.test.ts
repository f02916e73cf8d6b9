import { describe, expect, test } from "vitest";
import { builtInInterview as interview } from "../interview/built-in-interview.ts";
import type { RecordedAnswer } from "../interview/kinds/recorded-answer.ts";
import { entriesOfQuestion, isAnsweredAgain } from "./answered-again.ts";
import type { ClientRecord } from "./record.ts";

const TEAM = "team-description";
const anAnswer = (content: string, more: Partial<RecordedAnswer> = {}): RecordedAnswer => ({
  type: "text",
  content,
  timestamp: "2026-03-01T12:00:00.000Z",
  id: content,
  ...more,
});
const withAnswers = (...responses: RecordedAnswer[]): ClientRecord => ({
  "team-and-business-setup": { section: "business-snapshot", question: TEAM, responses },
});
const says = (question: string, before: ClientRecord | undefined, after: ClientRecord) =>
  isAnsweredAgain(interview, question, { before, after });

describe("a written question is answered again by", () => {
  test("its first answer, and one more", () => {
    expect(says(TEAM, undefined, withAnswers(anAnswer("a")))).toBe(true);
    expect(says(TEAM, withAnswers(anAnswer("a")), withAnswers(anAnswer("a"), anAnswer("b")))).toBe(true);
  });

  test("an edit, also one that comes with a deletion", () => {
    const before = withAnswers(anAnswer("a", { id: "1" }), anAnswer("b"));
    expect(says(TEAM, before, withAnswers(anAnswer("c", { id: "1" })))).toBe(true);
  });

  test("a take that has no words yet", () => {
    const take = anAnswer("", { type: "audio", id: "take" });
    expect(says(TEAM, withAnswers(), withAnswers(take))).toBe(true);
  });
});

describe("a written question is not answered again by", () => {
  test("a deletion, another order, another time, or nothing", () => {
    const before = withAnswers(anAnswer("a"), anAnswer("b"));
    expect(says(TEAM, before, withAnswers(anAnswer("a")))).toBe(false);
    expect(says(TEAM, before, {})).toBe(false);
    expect(says(TEAM, before, withAnswers(anAnswer("b"), anAnswer("a")))).toBe(false);
    const later = anAnswer("a", { timestamp: "2027-01-01T00:00:00.000Z" });
    expect(says(TEAM, before, withAnswers(later, anAnswer("b")))).toBe(false);
    expect(says(TEAM, undefined, {})).toBe(false);
  });

  test("an answer to another question, or to one that nobody asks", () => {
    expect(says("website-info", undefined, withAnswers(anAnswer("a")))).toBe(false);
    expect(says("no-such-question", undefined, withAnswers(anAnswer("a")))).toBe(false);
  });
});

describe("a form is answered again by", () => {
  const profile = (employees: string): ClientRecord => ({
    "business-profile": { employees, locations: "", revenue: "" },
  });
  const tools = (selectedTools: string[]): ClientRecord => ({
    "tool-selection": { selectedTools, customTools: "", toolRatings: {} },
  });

  test("a field that is filled in otherwise", () => {
    expect(says("business-profile", profile("1"), profile("2-5"))).toBe(true);
    expect(says("current-tools", tools([]), tools(["quickbooks"]))).toBe(true);
  });

  test("neither by an empty form nor by emptying one", () => {
    expect(says("business-profile", undefined, profile(""))).toBe(false);
    expect(says("business-profile", profile("1"), profile("  "))).toBe(false);
    expect(says("current-tools", tools(["quickbooks"]), tools([]))).toBe(false);
  });

  test("the remarks beside it", () => {
    const [form, remarks = ""] = entriesOfQuestion(interview, "current-tools");
    expect(form).toBe("tool-selection");
    const after = {
      ...tools([]),
      [remarks]: { section: "s", question: "current-tools", responses: [anAnswer("a")] },
    };
    expect(says("current-tools", tools([]), after)).toBe(true);
  });
});
