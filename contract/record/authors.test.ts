import { expect, test } from "vitest";
import { builtInInterview } from "../interview/built-in-interview.ts";
import type { WrittenEntry } from "../interview/kinds/free-answer.ts";
import type { RecordedAnswer } from "../interview/kinds/recorded-answer.ts";
import { answersOf, editAnswer, recordOf } from "./answer.ts";
import { mergeRecords } from "./merge.ts";
import {
  completeRecord,
  hasReasonOrAuthor,
  type RecordInput,
  recordSchema,
  withoutAuthors,
} from "./record.ts";

const NAME = "booking-process";
const NOW = "2026-03-01T12:00:00.000Z";
const by = { kind: "manager", name: "Mia Lopes" } as const;
const own: RecordedAnswer = { type: "text", content: "We call back.", timestamp: NOW, id: "own" };
const heard: RecordedAnswer = { type: "text", content: "By text, too.", timestamp: NOW, id: "heard", by };

const written = (...responses: RecordedAnswer[]): RecordInput => ({ [NAME]: { responses } });
const complete = (input: RecordInput, previous?: RecordInput) =>
  completeRecord(builtInInterview, input, {
    now: NOW,
    previous: previous && completeRecord(builtInInterview, previous, { now: NOW }),
  });
const answersIn = (record: object) => (record as { [name: string]: WrittenEntry })[NAME]?.responses ?? [];
const bare = ({ by: _by, ...answer }: RecordedAnswer) => answer;

test("an author stays with the words on the way to the screen and back", () => {
  const record = complete(written(own, heard));
  const answers = answersOf(builtInInterview, record, NOW);
  expect(answers.written["booking-process"]?.map((answer) => answer.by)).toEqual([undefined, by]);
  expect(answersIn(recordOf(builtInInterview, answers))).toEqual([own, heard]);
});

test("an edit makes the words the client's own", () => {
  const [, answer] = answersOf(builtInInterview, complete(written(own, heard)), NOW).written[NAME] ?? [];
  if (!answer) throw new Error("There is no answer");
  expect(editAnswer(answer, "By text.").by).toBeUndefined();
});

test("a save keeps the stored author of an answer by id, as long as the words are the same", () => {
  const previous = written(own, heard);
  expect(answersIn(complete(written(own, bare(heard)), previous))).toEqual([own, heard]);
  const changed = { ...bare(heard), content: "By text." };
  expect(answersIn(complete(written(own, changed), previous))).toEqual([own, changed]);
  const moved = { ...bare(heard), id: "other" };
  expect(answersIn(complete(written(own, moved), previous))).toEqual([own, moved]);
});

test("author fields in a save are accepted but ignored", () => {
  const input = written(own, heard);
  expect(recordSchema(builtInInterview).safeParse(input).success).toBe(true);
  expect(answersIn(withoutAuthors({ ...input, "website-form": { url: "x" } }))).toEqual([own, bare(heard)]);
  for (const hostile of [{ kind: "operator", name: "x" }, { kind: "manager" }, "Mia", { ...by, more: 1 }]) {
    const lying = { [NAME]: { responses: [{ ...own, by: hostile }] } };
    expect(recordSchema(builtInInterview).safeParse(lying).success).toBe(false);
  }
});

test("a record with an author is recognized as one", () => {
  expect(hasReasonOrAuthor(complete(written(own)))).toBe(false);
  expect(hasReasonOrAuthor(complete(written(own, heard)))).toBe(true);
});

test("a merge keeps the author, and the new words of both manager and client", () => {
  const base = complete(written(own));
  const typed = { ...own, content: "We call back within a day." };
  const theirs = complete(written(own, heard));
  const merged = mergeRecords(builtInInterview, { base, mine: complete(written(typed)), theirs });
  expect(answersIn(merged.record)).toEqual([typed, heard]);
  // a page of an earlier release doesn't know authors
  const mine = complete(written(typed, bare(heard)));
  expect(answersIn(mergeRecords(builtInInterview, { base, mine, theirs }).record)).toEqual([typed, heard]);
});
