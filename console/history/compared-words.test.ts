import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ANSWER_MAX_LENGTH } from "#contract/limits.ts";
import type { QuestionDifference } from "#contract/manage/answers/differences.ts";
import { compareWords, type WordRun, wordRuns } from "./compared-words.ts";

/** The runs in one line, marked as `[-removed-]` and `{+added+}`. */
function lineOf(runs: WordRun[] | undefined): string | undefined {
  const marked = { kept: ["", ""], removed: ["[-", "-]"], added: ["{+", "+}"] };
  return runs?.map(({ kind, text }) => marked[kind].join(text)).join("");
}
const between = (before: string, after: string) => lineOf(wordRuns(before, after, Number.POSITIVE_INFINITY));
const textOf = (runs: WordRun[], left: WordRun["kind"]) =>
  runs.map(({ kind, text }) => (kind === left ? "" : text)).join("");

describe("the words of an edited answer", () => {
  test.each([
    ["Two of us.", "Three of us.", "[-Two-]{+Three+} of us."],
    ["We open at nine.", "We open at nine on weekdays.", "We open at nine{+ on weekdays+}."],
    ["We don't open on Sundays, sadly.", "We don't open on Sundays.", "We don't open on Sundays[-, sadly-]."],
    ["One.\nTwo.", "One.\nTwo.\n\nThree.", "One.\nTwo.{+\n\nThree.+}"],
    ["El niño está aquí", "El niño está allí", "El niño está[- aquí-]{+ allí+}"],
    ["Good 👩‍👩‍👧 day 🇲🇽", "Good 👨‍👩‍👦 day 🇲🇽", "Good[- 👩‍👩‍👧-]{+ 👨‍👩‍👦+} day 🇲🇽"],
    ["نعمل من الأحد إلى الخميس", "نعمل من السبت إلى الخميس", "نعمل من[- الأحد-]{+ السبت+} إلى الخميس"],
    ["我们周一开门", "我们周二开门", "我们[-周一-]{+周二+}开门"],
    ["🙂🙂", "🙂🎉", "🙂[-🙂-]{+🎉+}"],
  ])("%j became %j", (before, after, line) => {
    expect(between(before, after)).toBe(line);
  });

  test("are compared where at least a third of the words stayed", () => {
    expect(between("one two three", "one four five")).toBe("one[- two three-]{+ four five+}");
    expect(between("one two three four", "one five six")).toBeUndefined();
    expect(between("Sold it, all of it, twice.", "We are closed, sorry, friends.")).toBeUndefined();
  });

  test("reproduce both versions exactly, whatever the text", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "b", " ", "\n", "́", ".", "é", "🙂", "م", "我", "\ud83d"),
    });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const runs = wordRuns(before, after, Number.POSITIVE_INFINITY);
        if (!runs) return;
        expect(textOf(runs, "added")).toBe(before);
        expect(textOf(runs, "removed")).toBe(after);
      }),
    );
  });
});

describe("a comparison", () => {
  const changed = (before: string, after: string): QuestionDifference => ({
    questionId: "team-description",
    title: "Your team",
    sectionName: "Business Snapshot",
    fields: [],
    answers: [
      { kind: "added", id: "a1", after },
      { kind: "removed", id: "a2", before },
      { kind: "changed", id: "a3", before, after },
    ],
  });
  test("compares words only for an edited answer", () => {
    const [question] = compareWords([changed("Two of us.", "Three of us.")], () => 0);
    expect(question?.answers.map((answer) => lineOf(answer.runs))).toEqual([
      undefined,
      undefined,
      "[-Two-]{+Three+} of us.",
    ]);
  });

  test("shows the remaining answers whole once its time is used up", () => {
    const edited = changed("Two of us.", "Three of us.");
    const readings = [0, 150, 200];
    const compared = compareWords([edited, edited], () => readings.shift() ?? 0);
    expect(compared.map(({ answers }) => answers[2]?.runs !== undefined)).toEqual([true, false]);
  });

  test("of the longest answers without a common word is abandoned", () => {
    const long = (word: string) => `${word} `.repeat(ANSWER_MAX_LENGTH / (word.length + 1));
    expect(wordRuns(long("one"), long("two"), 50)).toBeUndefined();
  });
});
