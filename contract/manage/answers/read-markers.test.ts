import { describe, expect, test } from "vitest";
import { builtInInterview } from "../../interview/built-in-interview.ts";
import type { ClientRecord } from "../../record/record.ts";
import { changesSince, MARKED_ANSWERS_MAX, marksOf } from "./read-markers.ts";

const TEAM = "team-description";

function team(...answers: [id: string, content: string][]): ClientRecord {
  const responses = answers.map(([id, content]) => ({
    type: "text" as const,
    id,
    content,
    timestamp: "2026-03-01T12:00:00Z",
  }));
  return {
    "team-and-business-setup": { section: "business-snapshot", question: TEAM, responses },
  };
}
const changes = (before: ClientRecord, after: ClientRecord) =>
  changesSince(marksOf(builtInInterview, before), builtInInterview, after);

describe("compared with the read markers", () => {
  test("what stayed the same does not count as changed", () => {
    expect(changes(team(["a", "Two of us."]), team(["a", "Two of us."]))).toEqual([]);
    expect(changes({}, {})).toEqual([]);
  });

  test("a question that had no answer is new as a whole", () => {
    expect(changes({}, team(["a", "Two of us."]))).toEqual([
      { questionId: TEAM, kind: "new", answers: new Map(), goneAnswers: 0 },
    ]);
  });

  test("each answer is marked as new, changed, or no longer there", () => {
    const before = team(["a", "Two of us."], ["b", "And a dog."], ["c", "In Lisbon."]);
    const after = team(["a", "Three of us."], ["c", "In Lisbon."], ["d", "And Ben."]);
    expect(changes(before, after)).toEqual([
      {
        questionId: TEAM,
        kind: "changed",
        answers: new Map([
          ["a", "changed"],
          ["d", "new"],
        ]),
        goneAnswers: 1,
      },
    ]);
  });

  test("a question whose answers were all deleted counts as gone", () => {
    expect(changes(team(["a", "Two of us."]), {})).toMatchObject([{ questionId: TEAM, kind: "gone" }]);
    expect(changes(team(["a", "Two of us."]), team())).toMatchObject([{ kind: "gone" }]);
  });

  test("a blank form is not a change, and a filled one is", () => {
    const form = (employees: string): ClientRecord => ({
      "business-profile": { employees, locations: "", revenue: "" },
    });
    expect(changes({}, form(""))).toEqual([]);
    expect(changes(form(""), form("2-5"))).toMatchObject([{ questionId: "business-profile", kind: "new" }]);
    expect(changes(form("2-5"), form("6-10"))).toMatchObject([{ kind: "changed" }]);
    expect(changes(form("2-5"), form(""))).toMatchObject([{ kind: "gone" }]);
  });

  test("changes come in the order of the interview", () => {
    const both: ClientRecord = { "website-form": { url: "https://rosa.example" }, ...team(["a", "Two."]) };
    expect(changes({}, both).map(({ questionId }) => questionId)).toEqual([TEAM, "website-info"]);
  });
});

describe("read markers", () => {
  test("contain no word of an answer", () => {
    expect(JSON.stringify(marksOf(builtInInterview, team(["a", "Kanarienvogel"])))).not.toContain("Kanarien");
  });

  test("stay small: with very many answers, only the question is marked", () => {
    const many = (count: number) =>
      team(...Array.from({ length: count }, (_, n): [string, string] => [`id ${n}`, `${n}`]));
    expect(marksOf(builtInInterview, many(MARKED_ANSWERS_MAX))[0]?.answers).not.toBeNull();
    expect(marksOf(builtInInterview, many(MARKED_ANSWERS_MAX + 1))[0]?.answers).toBeNull();
    expect(changes(many(MARKED_ANSWERS_MAX + 1), many(3))).toEqual([
      { questionId: TEAM, kind: "changed", answers: new Map(), goneAnswers: 0 },
    ]);
  });

  test("an id that every object inherits is treated like any other id", () => {
    expect(changes(team(["__proto__", "x"]), team(["__proto__", "x"], ["constructor", "y"]))).toMatchObject([
      { answers: new Map([["constructor", "new"]]) },
    ]);
  });
});
