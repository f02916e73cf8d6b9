import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { completedRecord } from "../../../tests/support/data/arbitraries.ts";
import { fullRecord } from "../../../tests/support/data/full-record.ts";
import { builtInInterview } from "../../interview/built-in-interview.ts";
import { type Interview, questionsOf } from "../../interview/interview.ts";
import type { Entry } from "../../interview/kinds/kinds.ts";
import { completeRecord, type RecordInput } from "../../record/record.ts";
import type { FollowUp } from "../follow-ups.ts";
import { type BriefedClient, type BriefTake, briefOf, type WordlessReason } from "./brief.ts";

const TAKE = "7f0c5b1e-3c56-4d0f-9d1b-0b9f6f3f2a10";

const client = (input: RecordInput, more: Partial<BriefedClient> = {}): BriefedClient => ({
  clientId: "cl_1",
  interview: { id: "iv_1", name: "Standard", version: 1 },
  clientName: "Rosa",
  revision: 3,
  savedAt: "2026-03-01T12:00:00.000Z",
  submittedAt: null,
  record: completeRecord(builtInInterview, input, { now: "2026-03-01T12:00:00Z" }),
  ...more,
});
const brief = (
  input: RecordInput,
  more?: Partial<BriefedClient>,
  takes: BriefTake[] = [],
  interviews: Interview[] = [],
) => briefOf(builtInInterview, client(input, more), { takes, interviews });
const recorded = (content = "") => ({
  "booking-process": { responses: [{ id: TAKE, type: "audio" as const, content }] },
});

const recordedPets = {
  "office-pets": {
    responses: [
      { id: "a", content: "A dog." },
      { id: TAKE, type: "audio" as const, content: "" },
    ],
  },
};

/** The only answer of a brief. */
function onlyAnswer({ sections }: ReturnType<typeof brief>) {
  const answers = sections.flatMap(({ questions }) => questions.flatMap((question) => question.answers));
  expect(answers).toHaveLength(1);
  return answers[0];
}

test("a full record has its profile, its tools with their ratings, every answer and no gap", () => {
  const { profile, toolStack, gaps, completion, sections } = brief(fullRecord());
  expect(profile).toEqual([
    { kind: "choice", label: "Number of Employees", text: "2-5" },
    { kind: "choice", label: "Number of Locations", text: "1" },
    { kind: "choice", label: "Annual Revenue Range", text: "Less than $500K" },
  ]);
  expect(toolStack).toEqual([
    { kind: "tool", label: "Square", stars: 4 },
    { kind: "tool", label: "Excel", stars: undefined },
  ]);
  expect([gaps, completion]).toEqual([[], { completed: 13, total: 13, percent: 100 }]);
  const contents = sections.flatMap(({ questions }) =>
    questions.flatMap(({ answers }) => answers.map(({ content }) => content)),
  );
  expect(contents).toHaveLength(11);
});

test("an empty record has a gap for every question, in the order of the interview", () => {
  const { profile, toolStack, gaps, quotes, completion } = brief({}, { revision: 0, savedAt: null });
  expect({ profile, toolStack, quotes, completed: completion.completed }).toEqual({
    profile: [],
    toolStack: [],
    quotes: [],
    completed: 0,
  });
  expect(gaps.map(({ questionId }) => questionId)).toEqual(questionsOf(builtInInterview).map(({ id }) => id));
});

test("custom tools come last, and blank ones are left out", () => {
  const tools = (customTools: string) =>
    brief({ "tool-selection": { selectedTools: ["other", "xero"], customTools, toolRatings: {} } }).toolStack;
  expect(tools("a diary")).toEqual([
    { kind: "tool", label: "Xero", stars: undefined },
    { kind: "other-tools", text: "a diary" },
  ]);
  expect(tools(" ")).toHaveLength(1);
});

test("an entry that no known interview asked comes as stored, also a tool that is no longer listed", () => {
  const record = {
    "office-pets": { url: "a dog" },
    "tool-selection": { selectedTools: ["abacus"], customTools: "", toolRatings: { abacus: 5 } },
  };
  const { earlier, toolStack } = brief({}, { record });
  expect(earlier).toEqual([{ name: "office-pets", entry: { url: "a dog" } }]);
  expect(toolStack).toEqual([{ kind: "tool", label: "abacus", stars: 5 }]);
});

test("an entry of an earlier interview comes with its question", () => {
  const asked = structuredClone(builtInInterview);
  asked.sections[0]?.questions.push({
    kind: "free-answer",
    id: "pets",
    entry: "office-pets",
    title: "Pets",
    prompt: "Who barks?",
    sample: "A dog.",
  });
  const record = { "office-pets": completeRecord(asked, recordedPets, { now: "" })["office-pets"] as Entry };
  const takes: BriefTake[] = [{ takeId: TAKE, state: "silent", durationMs: 2_000 }];
  const { earlier, gaps, completion } = brief({}, { record }, takes, [asked, builtInInterview]);
  expect(earlier).toMatchObject([
    {
      name: "office-pets",
      question: {
        title: "Pets",
        prompt: "Who barks?",
        answers: [{ content: "A dog." }, { id: TAKE, recording: { durationMs: 2_000, wordless: "silent" } }],
      },
    },
  ]);
  expect([gaps.length, completion.total]).toEqual([13, 13]);
});

test("remarks beside tools that are no longer asked for are shown without the tools", () => {
  const sections = builtInInterview.sections.slice(1);
  const record = completeRecord(
    builtInInterview,
    { "current-tools": { responses: [{ content: "Too many." }] } },
    { now: "" },
  );
  const { earlier } = briefOf({ sections }, client({}, { record }), {
    takes: [],
    interviews: [builtInInterview],
  });
  expect(earlier).toMatchObject([
    { question: { title: "The tools you use", fields: [], answers: [{ content: "Too many." }] } },
  ]);
});

describe("submission:", () => {
  const submittedAt = "2026-03-01T12:00:00.000Z";
  test.each([
    ["none yet", null, false],
    ["of this very record", submittedAt, false],
    ["of an earlier one", "2026-02-28T23:59:59.999Z", true],
  ])("%s", (_what, at, isChanged) => {
    expect(brief({}, { submittedAt: at })).toMatchObject({
      submittedAt: at,
      isChangedSinceSubmission: isChanged,
    });
  });
});

describe("a recorded answer", () => {
  test("has its words and its length", () => {
    const takes: BriefTake[] = [{ takeId: TAKE, state: "transcribed", durationMs: 4_400 }];
    expect(onlyAnswer(brief(recorded("Two of us."), {}, takes))).toMatchObject({
      content: "Two of us.",
      recording: { durationMs: 4_400 },
    });
  });

  test.each<[BriefTake["state"], WordlessReason]>([
    ["receiving", "receiving"],
    ["queued", "queued"],
    ["transcribed", "queued"],
    ["silent", "silent"],
    ["not-transcribed", "not-transcribed"],
    ["failed", "failed"],
    ["refused", "refused"],
  ])("without words says why: its recording is %s", (state, wordless) => {
    const takes: BriefTake[] = [{ takeId: TAKE, state, durationMs: null }];
    expect(onlyAnswer(brief(recorded(), {}, takes))?.recording).toEqual({ durationMs: null, wordless });
  });

  test("whose audio is not on the server says so, and keeps its words", () => {
    expect(onlyAnswer(brief(recorded()))?.recording).toEqual({ durationMs: null, wordless: "not-here" });
    expect(onlyAnswer(brief(recorded("Words.")))?.recording).toEqual({ durationMs: null });
  });

  test("that a merge kept beside another answer has no recording", () => {
    const responses = [{ id: `${TAKE}-2`, type: "audio" as const, content: "Other words." }];
    expect(onlyAnswer(brief({ "booking-process": { responses } }))).not.toHaveProperty("recording");
  });
});

test("a brief has every answer of any record word for word, and shows every question as answered or as a gap", () => {
  fc.assert(
    fc.property(completedRecord(builtInInterview), (record) => {
      const { sections, gaps, completion } = brief({}, { record });
      const questions = sections.flatMap((section) => section.questions);
      const given = Object.values(record).flatMap((entry) => ("responses" in entry ? entry.responses : []));
      const briefAnswers = questions.flatMap(({ answers }) =>
        answers.map(({ recording: _sound, ...answer }) => answer),
      );
      expect(new Set(briefAnswers.map((answer) => JSON.stringify(sorted(answer))))).toEqual(
        new Set(given.map((answer) => JSON.stringify(sorted(answer)))),
      );
      expect(gaps).toHaveLength(completion.total - completion.completed);
    }),
  );
});

const sorted = (value: object) => Object.entries(value).sort();

describe("for questions under conditions, the brief", () => {
  const conditional = {
    sections: builtInInterview.sections.map((section) => ({
      ...section,
      questions: section.questions.map((question) => ({
        ...question,
        ...(section.id === "website" && {
          showIf: { match: "all", tests: [{ question: "current-tools", is: "includes", value: "square" }] },
        }),
        ...(question.id === "growth-vision" && { need: "optional" }),
      })),
    })),
  } as Interview;
  const vision = {
    "website-vision": { responses: [{ content: "We would like to take bookings online, day and night." }] },
  };
  const briefed = (input: RecordInput, followUps: FollowUp[] = []) =>
    briefOf(conditional, client(input), { takes: [], interviews: [], followUps });

  test("lists questions that are not asked separately, with their answers, without gaps or quotes", () => {
    const { sections, notAsked, gaps, quotes, completion } = briefed(vision);
    expect(sections.map(({ id }) => id)).not.toContain("website");
    expect(notAsked.map(({ id, answers }) => [id, answers.length])).toEqual([
      ["website-info", 0],
      ["website-vision", 1],
    ]);
    expect(gaps.map(({ questionId }) => questionId)).not.toContain("website-vision");
    expect(quotes).toEqual([]);
    expect(completion).toEqual({ completed: 0, total: 10, percent: 0 });
  });

  test("lists them in their sections once they are asked", () => {
    const { sections, notAsked, quotes } = briefed({
      ...vision,
      "tool-selection": { selectedTools: ["square"] },
    });
    expect(sections.at(-1)).toMatchObject({ id: "website" });
    expect(quotes).toHaveLength(1);
    expect(notAsked).toEqual([]);
  });

  test("keeps a question with an open follow-up in its section, without a gap", () => {
    const asked = { question: "website-info", state: "asked-back", entries: [] } as unknown as FollowUp;
    const { sections, notAsked, gaps } = briefed({}, [asked]);
    expect(sections.at(-1)?.questions.map(({ id }) => id)).toEqual(["website-info"]);
    expect(notAsked.map(({ id }) => id)).toEqual(["website-vision"]);
    expect(gaps.map(({ questionId }) => questionId)).not.toContain("website-info");
  });

  test("has no gap for an optional question without an answer", () => {
    expect(briefed({}).gaps.map(({ questionId }) => questionId)).not.toContain("growth-vision");
  });
});
