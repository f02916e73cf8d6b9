import { describe, expect, test } from "vitest";
import { builtInInterview as interview } from "../../interview/built-in-interview.ts";
import { type ClientRecord, completeRecord, type RecordInput } from "../../record/record.ts";
import { differencesOf } from "./differences.ts";

const recordOf = (input: RecordInput): ClientRecord =>
  completeRecord(interview, input, { now: "2026-03-01T12:00:00.000Z", previous: undefined });
const team = (...answers: [string, string][]): RecordInput => ({
  "team-and-business-setup": { responses: answers.map(([id, content]) => ({ id, content })) },
});
const between = (before: RecordInput, after: RecordInput) =>
  differencesOf(interview, recordOf(before), recordOf(after));

test("a record does not differ from an equal one, nor an empty record from another", () => {
  const record = { ...team(["a1", "Two of us."]), "website-form": { url: "x.example", satisfaction: 3 } };
  expect(between(record, record)).toEqual([]);
  expect(between({}, {})).toEqual([]);
});

describe("answers", () => {
  test("are marked as added, changed, or removed, under their question", () => {
    const before = team(["a1", "Two of us."], ["a2", "And a dog."]);
    const after = team(["a1", "Three of us."], ["a3", "A cat."]);
    expect(between(before, after)).toMatchObject([
      {
        questionId: "team-description",
        fields: [],
        answers: [
          { kind: "changed", id: "a1", before: "Two of us.", after: "Three of us." },
          { kind: "added", id: "a3", after: "A cat." },
          { kind: "removed", id: "a2", before: "And a dog." },
        ],
      },
    ]);
  });

  test("in another order are not a difference", () => {
    expect(between(team(["a1", "x"], ["a2", "y"]), team(["a2", "y"], ["a1", "x"]))).toEqual([]);
  });
});

describe("forms", () => {
  test("are compared field by field", () => {
    const profile = { employees: "2-5", locations: "1", revenue: "<500k" } as const;
    const [difference, ...others] = between(
      { "business-profile": profile },
      { "business-profile": { ...profile, employees: "6-10" } },
    );
    expect(others).toEqual([]);
    expect(difference).toMatchObject({ questionId: "business-profile", answers: [] });
    expect(difference?.fields).toHaveLength(1);
  });

  test("for tools say which were added, removed or rated differently", () => {
    const tools = (selectedTools: string[], toolRatings: { [id: string]: number }) => ({
      "tool-selection": { selectedTools, customTools: "", toolRatings },
    });
    const [difference] = between(
      tools(["square", "excel"], { square: 4 }),
      tools(["square", "slack"], { square: 2 }),
    );
    const sides = difference?.fields.map(({ before, after }) => [before && "was", after && "is"]);
    expect(sides?.sort()).toEqual(
      [
        ["was", "is"],
        ["was", undefined],
        [undefined, "is"],
      ].sort(),
    );
  });
});

test("an entry that the interview no longer asks is not compared", () => {
  const old = { "old-entry": { responses: [] } } as unknown as ClientRecord;
  expect(differencesOf(interview, old, {} as ClientRecord)).toEqual([]);
});
