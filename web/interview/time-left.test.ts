import { expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { type Interview, questionsOf } from "#contract/interview/interview.ts";
import { minutesLeft } from "./time-left.ts";

const all = questionsOf(builtInInterview).map(({ id }) => id);
const left = (complete: string[]) => minutesLeft(builtInInterview, complete);
const ofSection = (sectionId: string) =>
  builtInInterview.sections.find(({ id }) => id === sectionId)?.questions.map(({ id }) => id) ?? [];

/** Its one section takes a minute and has three questions. */
const quick: Interview = {
  sections: builtInInterview.sections
    .slice(0, 1)
    .map((section) => ({ ...section, minutes: 1, questions: section.questions.slice(0, 3) })),
};

test("before the first answer all minutes of the interview are left", () => {
  expect(left([])).toBe(36);
});

test("a complete section takes its minutes away, whichever it is", () => {
  for (const { id, minutes } of builtInInterview.sections) expect(left(ofSection(id))).toBe(36 - minutes);
});

test("a question takes its share of its section's minutes", () => {
  // 5 minutes for 2 questions
  expect(left(ofSection("website").slice(0, 1))).toBe(Math.round(36 - 2.5));
});

test("a minute is left while one question is open, however short it is", () => {
  const [one, two] = questionsOf(quick).map(({ id }) => id);
  expect(minutesLeft(quick, [one ?? "", two ?? ""])).toBe(1);
});

test("nothing is left once all questions are complete", () => {
  expect(left(all)).toBe(0);
});

test("what an earlier interview asked takes no time", () => {
  expect(left(["no-longer-asked"])).toBe(36);
});
