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

describe("a written question counts as answered again after", () => {
  test("its first answer, and one more answer", () => {
    expect(says(TEAM, undefined, withAnswers(anAnswer("a")))).toBe(true);
    expect(says(TEAM, withAnswers(anAnswer("a")), withAnswers(anAnswer("a"), anAnswer("b")))).toBe(true);
  });

  test("an edit, also together with a deletion", () => {
    const before = withAnswers(anAnswer("a", { id: "1" }), anAnswer("b"));
    expect(says(TEAM, before, withAnswers(anAnswer("c", { id: "1" })))).toBe(true);
  });

  test("a recording that has no words yet", () => {
    const take = anAnswer("", { type: "audio", id: "take" });
    expect(says(TEAM, withAnswers(), withAnswers(take))).toBe(true);
  });
});

describe("a written question does not count as answered again after", () => {
  test("a deletion, a new order, a new timestamp, or no change", () => {
    const before = withAnswers(anAnswer("a"), anAnswer("b"));
    expect(says(TEAM, before, withAnswers(anAnswer("a")))).toBe(false);
    expect(says(TEAM, before, {})).toBe(false);
    expect(says(TEAM, before, withAnswers(anAnswer("b"), anAnswer("a")))).toBe(false);
    const later = anAnswer("a", { timestamp: "2027-01-01T00:00:00.000Z" });
    expect(says(TEAM, before, withAnswers(later, anAnswer("b")))).toBe(false);
    expect(says(TEAM, undefined, {})).toBe(false);
  });

  test("an answer to another question, or to one that does not exist", () => {
    expect(says("website-info", undefined, withAnswers(anAnswer("a")))).toBe(false);
    expect(says("no-such-question", undefined, withAnswers(anAnswer("a")))).toBe(false);
  });
});

describe("a form counts as answered again after", () => {
  const profile = (employees: string): ClientRecord => ({
    "business-profile": { employees, locations: "", revenue: "" },
  });
  const tools = (selectedTools: string[]): ClientRecord => ({
    "tool-selection": { selectedTools, customTools: "", toolRatings: {} },
  });

  test("a change of a field to another value", () => {
    expect(says("business-profile", profile("1"), profile("2-5"))).toBe(true);
    expect(says("current-tools", tools([]), tools(["quickbooks"]))).toBe(true);
  });

  test("but not an empty form or an emptied one", () => {
    expect(says("business-profile", undefined, profile(""))).toBe(false);
    expect(says("business-profile", profile("1"), profile("  "))).toBe(false);
    expect(says("current-tools", tools(["quickbooks"]), tools([]))).toBe(false);
  });

  test("a change of its remarks", () => {
    const [form, remarks = ""] = entriesOfQuestion(interview, "current-tools");
    expect(form).toBe("tool-selection");
    const after = {
      ...tools([]),
      [remarks]: { section: "s", question: "current-tools", responses: [anAnswer("a")] },
    };
    expect(says("current-tools", tools([]), after)).toBe(true);
  });
});
