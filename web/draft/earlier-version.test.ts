import { describe, expect, test } from "vitest";
import type { Interview } from "#contract/interview/interview.ts";
import { versionToOpen } from "./earlier-version.ts";
import type { RestoredTabJournal, ShownVersion } from "./journal-rows.ts";

const interviewOf = (...ids: string[]): Interview => ({
  sections: [
    {
      id: "all",
      name: "All",
      minutes: 1,
      description: "All of it",
      questions: ids.map((id) => ({
        kind: "free-answer" as const,
        id,
        entry: id,
        title: id,
        prompt: `What of ${id}?`,
        sample: "This.",
      })),
    },
  ],
});
const BEFORE: ShownVersion = { definition: interviewOf("stays", "goes"), hashes: { en: "h1", es: "h2" } };
const TODAY: ShownVersion = { definition: interviewOf("stays", "comes"), hashes: { en: "h3", es: "h4" } };
const written = (id: string, content: string) => ({
  section: "all",
  question: id,
  responses: [{ id: `of-${id}`, type: "text" as const, content, timestamp: "2026-03-01T12:00:00.000Z" }],
});

type Left = {
  boxes?: { [id: string]: string };
  edits?: { [id: string]: string };
  saved?: { [entry: string]: string };
  given?: { [entry: string]: string };
  interview?: ShownVersion | undefined;
};
function left({ boxes = {}, edits = {}, saved = {}, given = saved, ...more }: Left): RestoredTabJournal {
  const recordOf = (words: { [entry: string]: string }) =>
    Object.fromEntries(Object.entries(words).map(([id, content]) => [id, written(id, content)]));
  const interview = "interview" in more ? more.interview : BEFORE;
  return {
    ...(interview && { interview }),
    open: { boxes, edits, sectionId: "all", boxId: undefined },
    answers: { record: recordOf(given), arrived: {} },
    server: {
      synced: { record: recordOf(saved), revision: 1, savedAt: undefined, submittedAt: undefined },
      unfinished: undefined,
    },
  };
}
const opened = (restored: RestoredTabJournal[], isOffline = false) =>
  versionToOpen({ shown: TODAY, restored, isOffline });

describe("today's version is opened", () => {
  test.for([
    ["nothing was left", {}],
    ["all was saved, also what is no longer asked", { saved: { stays: "a", goes: "b" } }],
    ["words wait in the box of a question that stays", { boxes: { stays: "words", goes: " " } }],
    [
      "an answer that is not saved has its question",
      { saved: { goes: "b" }, given: { stays: "a", goes: "b" } },
    ],
    ["an earlier release kept no version", { boxes: { goes: "words" }, interview: undefined }],
    ["the page had it already", { boxes: { goes: "words" }, interview: TODAY }],
  ] as const)("when %s", ([, what]) => {
    expect(opened([left(what)])).toBe(TODAY);
  });
});

describe("the previous version is opened", () => {
  test.for([
    ["words wait in the box of a question that is gone", { boxes: { goes: "words" } }],
    ["an answer to it is not saved", { given: { goes: "b" } }],
    ["an answer to it was changed", { saved: { goes: "b" }, given: { goes: "c" } }],
    ["an answer to it is being edited", { saved: { goes: "b" }, edits: { "of-goes": "bc" } }],
  ] as const)("when %s", ([, what]) => {
    expect(opened([left({}), left(what)])).toBe(BEFORE);
  });

  test("without a connection, if it was the last one, whatever was left", () => {
    expect(opened([left({})], true)).toBe(BEFORE);
    expect(opened([left({ interview: TODAY })], true)).toBe(TODAY);
    expect(opened([], true)).toBe(TODAY);
  });
});
