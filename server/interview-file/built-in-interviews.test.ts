import { expect, test } from "vitest";
import { interviewSchema } from "#contract/interview/definitions/interview.ts";
import { questionsOf } from "#contract/interview/interview.ts";
import { languages } from "#contract/languages.ts";
import { builtInInterviews } from "./built-in-interviews.ts";

/** A longer sample would be cut off in an empty box. */
const SAMPLE_MAX_LENGTH = 140;

test.each(languages)(
  "the built-in interview in %s has samples that fit in four lines of a narrow phone",
  (language) => {
    const samples = questionsOf(builtInInterviews[language]).flatMap((question) =>
      "sample" in question ? [question.sample] : [],
    );
    expect(samples).toHaveLength(12);
    expect(samples.filter((sample) => sample.length > SAMPLE_MAX_LENGTH)).toEqual([]);
  },
);

test.each(languages)("the built-in interview in %s is a valid interview", (language) => {
  expect(interviewSchema.parse(builtInInterviews[language])).toEqual(builtInInterviews[language]);
});
