import { expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { type Interview, questionsOf } from "#contract/interview/interview.ts";
import { minutesLeft } from "./time-left.ts";

const all = questionsOf(builtInInterview).map(({ id }) => id);
const left = (complete: string[]) => leftWith(all.filter((id) => !complete.includes(id)));
const ofSection = (sectionId: string) =>
  builtInInterview.sections.find(({ id }) => id === sectionId)?.questions.map(({ id }) => id) ?? [];

/** An interview with one section that takes a minute and has three questions. */
const quick: Interview = {
  sections: builtInInterview.sections
    .slice(0, 1)
    .map((section) => ({ ...section, minutes: 1, questions: section.questions.slice(0, 3) })),
};

/** The minutes left if only these questions are open. */
const leftWith = (open: string[]) => minutesLeft(builtInInterview, open);

test("before the first answer it equals the time on the access screen", () => {
  expect(left([])).toBe(35);
});

test("any section takes its own minutes", () => {
  for (const { id, minutes } of builtInInterview.sections) expect(leftWith(ofSection(id))).toBe(minutes);
});

test("a question takes its share of its section's minutes", () => {
  // one section has 5 minutes for 2 questions, the other 6 minutes for 2
  expect(leftWith([...ofSection("website").slice(0, 1), ...ofSection("leads-booking").slice(0, 1)])).toBe(6);
});

test("from ten minutes on it decreases in steps of five, and never increases", () => {
  const lefts = all.map((_, count) => left(all.slice(0, count)));
  expect(lefts).toEqual(lefts.toSorted((one, other) => other - one));
  expect(lefts.filter((minutes) => minutes >= 10 && minutes % 5 !== 0)).toEqual([]);
});

test("one minute is left while a question is open, however short it is", () => {
  const [, , last] = questionsOf(quick).map(({ id }) => id);
  expect(minutesLeft(quick, [last ?? ""])).toBe(1);
});

test("nothing is left once all questions are complete", () => {
  expect(left(all)).toBe(0);
});

test("answers of an earlier interview take no time", () => {
  expect(leftWith([...all, "no-longer-asked"])).toBe(left([]));
});
