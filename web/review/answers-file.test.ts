import { beforeAll, describe, expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import type { RecordInput } from "#contract/record/record.ts";
import { fullRecord } from "../../tests/support/data/full-record.ts";
import { draftState } from "../../tests/support/fakes/draft-state.ts";
import { speakEnglish } from "../../tests/support/fakes/speak-english.ts";
import type { Draft } from "../draft/draft.ts";
import { answersFile, type FileFormat } from "./answers-file.ts";

/** In the time zone of the machine that runs the test. */
const NOW = new Date(2026, 2, 1, 0, 5);

beforeAll(speakEnglish);

function fileOf(format: FileFormat, record: RecordInput = {}, more: Partial<Draft> = {}) {
  const state = draftState(record, more);
  const file = answersFile(format, {
    clientName: "Rosa",
    interview: builtInInterview,
    state,
    now: NOW,
  });
  return { file, state };
}

test.for(["html", "json"] as const)("a file in %s is named after the client's own day", (format) => {
  expect(fileOf(format).file.name).toBe(`Rosa-answers-2026-03-01.${format}`);
});

test.for<[string, string]>([
  ["Rosa’s Bakery", "Rosas-Bakery"],
  ["  Tom & Jo / ../etc\\passwd  ", "Tom-Jo-etc-passwd"],
  ["Peluquería Ñandú", "Peluquería-Ñandú"],
  ["???", "my"],
  ["x".repeat(300), "x".repeat(60)],
])("the file of %j begins with %s", ([clientName, words]) => {
  const options = { clientName, interview: builtInInterview, state: draftState({}), now: NOW };
  expect(answersFile("json", options).name).toBe(`${words}-answers-2026-03-01.json`);
});

describe("the data", () => {
  test("is the record as a save sends it, with the interview that explains it", () => {
    const { file, state } = fileOf("json", fullRecord());
    expect(JSON.parse(file.text)).toEqual({
      formatVersion: 1,
      clientName: "Rosa",
      downloadedAt: NOW.toISOString(),
      interview: builtInInterview,
      record: state.record,
      submittedAt: null,
      notAddedYet: {},
      changesNotSavedYet: {},
    });
  });

  test("has the text of boxes and editors, if there is any", () => {
    const responses = ["a", "b"].map((id) => ({ id, content: `Words of ${id}` }));
    const boxes = { "growth-vision": "A second\0\ud83d", "booking-process": " " };
    const edits = { a: "New words", b: "Words of b", gone: "Of an answer that is no longer there" };
    const { file } = fileOf("json", { "booking-process": { responses } }, { boxes, edits });
    expect(JSON.parse(file.text)).toMatchObject({
      notAddedYet: { "growth-vision": "A second\0\ud83d" },
      changesNotSavedYet: { a: "New words", gone: "Of an answer that is no longer there" },
    });
    expect(Object.keys(JSON.parse(file.text).changesNotSavedYet)).toEqual(["a", "gone"]);
  });
});
