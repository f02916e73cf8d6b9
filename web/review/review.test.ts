import { beforeAll, describe, expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { type Interview, questionsOf } from "#contract/interview/interview.ts";
import type { RecordInput } from "#contract/record/record.ts";
import { fullRecord } from "../../tests/support/data/full-record.ts";
import { draftState } from "../../tests/support/fakes/draft-state.ts";
import { speakEnglish } from "../../tests/support/fakes/speak-english.ts";
import type { Draft } from "../draft/draft.ts";
import { reviewOf } from "./review.ts";

beforeAll(speakEnglish);

function reviewed(record: RecordInput, more: Partial<Draft> = {}, interview: Interview = builtInInterview) {
  const sections = reviewOf(interview, draftState(record, more, interview));
  const of = (questionId: string) => {
    const found = sections
      .flatMap(({ questions }) => questions)
      .find(({ question }) => question.id === questionId);
    if (!found) throw new Error(`Nobody asks ${questionId}`);
    return found;
  };
  return { sections, of };
}

test("the review has every section and question, in the order of the interview", () => {
  const { sections } = reviewed({});
  expect(sections.map(({ section }) => section)).toEqual(builtInInterview.sections);
  expect(sections.flatMap(({ questions }) => questions.map(({ question }) => question))).toEqual(
    questionsOf(builtInInterview),
  );
});

test("with an empty record, no question is answered and there is nothing to show", () => {
  const { sections } = reviewed({});
  for (const { completed, questions } of sections) {
    expect(completed).toBe(0);
    for (const each of questions) {
      expect(each).toMatchObject({ isAnswered: false, fields: [], answers: [], notAdded: undefined });
    }
  }
});

test("with a full record, every question is answered and counted", () => {
  const { sections } = reviewed(fullRecord());
  expect(sections.map(({ completed }) => completed)).toEqual([3, 2, 2, 2, 2, 2]);
  expect(sections.flatMap(({ questions }) => questions.filter(({ isAnswered }) => !isAnswered))).toEqual([]);
});

describe("the business profile", () => {
  test("is shown with the labels that the client chose", () => {
    const entry = { employees: "1", locations: "10+", revenue: "<500k" };
    expect(reviewed({ "business-profile": entry }).of("business-profile").fields).toEqual([
      { label: "Number of Employees", text: "Just me (1)", isGiven: true },
      { label: "Number of Locations", text: "10+", isGiven: true },
      { label: "Annual Revenue Range", text: "Less than $500K", isGiven: true },
    ]);
  });

  test("says which of its choices are open", () => {
    const { fields } = reviewed({ "business-profile": { employees: "1" } }).of("business-profile");
    expect(fields.map(({ text, isGiven }) => [text, isGiven])).toEqual([
      ["Just me (1)", true],
      ["Left blank", false],
      ["Left blank", false],
    ]);
  });
});

describe("the tools", () => {
  test("come with their stars in the order in which they were chosen, Other last", () => {
    const entry = {
      selectedTools: ["excel", "other", "square"],
      customTools: "Paper diary",
      toolRatings: { square: 4 },
    };
    expect(reviewed({ "tool-selection": entry }).of("current-tools").fields).toEqual([
      { label: "Excel", text: "Not rated yet", isGiven: false },
      { label: "Square", text: "4 of 5 stars", isGiven: true, stars: 4 },
      { label: "Other tools", text: "Paper diary", isGiven: true },
    ]);
  });

  test("without a name yet, and one that is no longer offered, are there too", () => {
    const entry = { selectedTools: ["lotus-notes", "other"], customTools: " " };
    const { fields } = reviewed({ "tool-selection": entry }).of("current-tools");
    expect(fields.map(({ label, text }) => [label, text])).toEqual([
      ["lotus-notes", "Not rated yet"],
      ["Other tools", "Left blank"],
    ]);
  });

  test("can have remarks alone, which do not answer the question", () => {
    const remark = { responses: [{ content: "All on paper" }] };
    const tools = reviewed({ "current-tools": remark }).of("current-tools");
    expect(tools).toMatchObject({ isAnswered: false, fields: [] });
    expect(tools.answers.map(({ answer }) => answer.content)).toEqual(["All on paper"]);
  });
});

describe("the website", () => {
  test.for([
    [{ url: "https://rosa.example", satisfaction: 7 }, true, ["https://rosa.example", "7 of 10"]],
    [{ url: "https://rosa.example" }, true, ["https://rosa.example", "Not rated yet"]],
    [{ url: " ", satisfaction: 5 }, false, ["Left blank", "5 of 10"]],
    [{ url: "" }, false, []],
    [{ url: "none", satisfaction: 7 }, true, ["No website yet"]],
    [{ notApplicable: true }, true, ["Doesn’t apply"]],
  ] as const)("%j", ([entry, isAnswered, texts]) => {
    const website = reviewed({ "website-form": entry }).of("website-info");
    expect(website.isAnswered).toBe(isAnswered);
    expect(website.fields.map(({ text }) => text)).toEqual(texts);
  });
});

describe("unfinished text", () => {
  test("is the text in a question's box, unless it is blank", () => {
    const { of } = reviewed({}, { boxes: { "booking-process": "They c", "growth-vision": " \n" } });
    expect(of("booking-process")).toMatchObject({ isAnswered: false, notAdded: "They c" });
    expect(of("growth-vision").notAdded).toBeUndefined();
  });

  test("is an open edit with new words, beside the saved words", () => {
    const responses = ["a", "b", "c"].map((id) => ({ id, content: `Words of ${id}` }));
    const edits = { a: "New words", b: "Words of b", c: " " };
    const { answers } = reviewed({ "booking-process": { responses } }, { edits }).of("booking-process");
    expect(answers.map(({ answer, change }) => [answer.content, change])).toEqual([
      ["Words of a", "New words"],
      ["Words of b", undefined],
      ["Words of c", undefined],
    ]);
  });
});

describe("for questions under conditions, the review", () => {
  const square = { tests: [{ question: "current-tools", is: "includes", value: "square" }], match: "all" };
  const conditional = {
    sections: builtInInterview.sections.map((section) => ({
      ...section,
      ...(section.id === "website" && { showIf: square }),
      questions: section.questions.map((question) => ({
        ...question,
        ...(question.id === "booking-process" && { showIf: square }),
        ...(question.id === "growth-vision" && { need: "optional" }),
      })),
    })),
  } as Interview;
  const sectionIds = (record: RecordInput, more: Partial<Draft> = {}) =>
    reviewed(record, more, conditional).sections.map(({ section, total, questions }) => [
      section.id,
      total,
      questions.length,
    ]);

  test("has those that are asked, and counts those that are required", () => {
    const shown = sectionIds({ "tool-selection": { selectedTools: ["square"] } });
    expect(shown).toContainEqual(["leads-booking", 2, 2]);
    expect(shown).toContainEqual(["website", 2, 2]);
    expect(shown).toContainEqual(["customers-growth", 1, 2]);
    const hidden = sectionIds({ "website-form": { url: "rosa.example" } });
    expect(hidden).toContainEqual(["leads-booking", 1, 1]);
    expect(hidden.map(([id]) => id)).not.toContain("website");
  });

  test("does not report a missing answer to an optional question", () => {
    const { of } = reviewed({}, {}, conditional);
    expect(of("growth-vision")).toMatchObject({ isAnswered: false, isMissing: false });
    expect(of("customer-acquisition")).toMatchObject({ isAnswered: false, isMissing: true });
  });

  test("has text in the box of a question that is no longer asked", () => {
    expect(sectionIds({}, { boxes: { "booking-process": "They c" } })).toContainEqual([
      "leads-booking",
      1,
      2,
    ]);
  });
});
