import { describe, expect, test } from "vitest";
import { compareVersions } from "./compare-versions.ts";
import type { Interview } from "./interview.ts";

const question = (id: string, more: object = {}) => ({
  kind: "free-answer" as const,
  id,
  entry: id,
  title: `Title of ${id}`,
  prompt: `What of ${id}?`,
  sample: "This.",
  ...more,
});
const interview = (...sections: ReturnType<typeof question>[][]): Interview => ({
  sections: sections.map((questions, nth) => ({
    id: `s${nth}`,
    name: `S${nth}`,
    minutes: 1,
    description: "All",
    questions,
  })),
});
const [A, B, C, D] = [question("a"), question("b"), question("c"), question("d")];
const inEnglish = (asked: Interview) => new Map([["en" as const, asked]]);

function idsOf(before: Interview, after: Interview) {
  const changes = compareVersions(inEnglish(before), inEnglish(after));
  return Object.fromEntries(
    Object.entries(changes).map(([name, questions]) => [name, questions.map(({ id }) => id).join(" ")]),
  );
}

describe("a version compared with the previous one", () => {
  const NONE = { added: "", removed: "", changed: "", moved: "" };
  test.for([
    ["the same", interview([A, B, C]), interview([A, B, C]), NONE],
    ["a question more", interview([A, C]), interview([A, B, C]), { ...NONE, added: "b" }],
    ["a question less", interview([A, B, C]), interview([A, C]), { ...NONE, removed: "b" }],
    [
      "other words",
      interview([A]),
      interview([question("a", { prompt: "Why?" })]),
      { ...NONE, changed: "a" },
    ],
    [
      "now required",
      interview([A]),
      interview([question("a", { need: "required" })]),
      { ...NONE, changed: "a" },
    ],
    ["the first one last", interview([A, B, C]), interview([B, C, A]), { ...NONE, moved: "a" }],
    ["two that change places", interview([A, B]), interview([B, A]), { ...NONE, moved: "a" }],
    ["into another section", interview([A, B], [C]), interview([A], [B, C]), { ...NONE, moved: "b" }],
    [
      "all at once",
      interview([A, B, C]),
      interview([C, D, A]),
      { added: "d", removed: "b", changed: "", moved: "a" },
    ],
  ] as const)("%s", ([, before, after, expected]) => {
    expect(idsOf(before, after)).toEqual(expected);
  });

  test("the first version adds everything, under its titles", () => {
    const { added, ...others } = compareVersions(new Map(), inEnglish(interview([A])));
    expect(added).toEqual([{ id: "a", title: "Title of a" }]);
    expect(Object.values(others).flat()).toEqual([]);
  });

  test("a change of a word in another language counts too", () => {
    const both = (spanish: string) =>
      new Map([
        ["en" as const, interview([A])],
        ["es" as const, interview([question("a", { title: spanish })])],
      ]);
    expect(compareVersions(both("Uno"), both("Dos")).changed).toEqual([{ id: "a", title: "Title of a" }]);
  });
});
