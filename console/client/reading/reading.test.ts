import { expect, test } from "vitest";
import type { BriefQuestion, BriefSection } from "#contract/manage/answers/brief.ts";
import type { QuestionChange } from "#contract/manage/answers/read-markers.ts";
import type { FollowUp } from "#contract/manage/follow-ups.ts";
import { isToApprove, isUnread, nextToRead, questionsIn, readingOf, withoutOwnAnswers } from "./reading.ts";

const question = (id: string, isAnswered = true) => ({ id, title: id, isAnswered }) as BriefQuestion;
const section = (id: string, ...questions: BriefQuestion[]) => ({ id, name: id, questions }) as BriefSection;
const changed = (questionId: string): QuestionChange => ({
  questionId,
  kind: "changed",
  answers: new Map(),
  goneAnswers: 0,
});
const approvedBy = (name: string, managerId: string): FollowUp => ({
  question: name,
  state: "approved",
  entries: [{ kind: "approved", managerId, managerName: null, at: "2026-11-12T09:00:00.000Z", text: null }],
});

const SECTIONS = [section("one", question("a"), question("b", false)), section("two", question("c"))];
const read = (followUps: FollowUp[], changes: QuestionChange[] = []) =>
  questionsIn(readingOf({ sections: SECTIONS, followUps, changes, managerId: "m_1" }));

test("an answer waits for approval until it is approved, and not while its follow-up is with the client", () => {
  expect(read([]).map(isToApprove)).toEqual([true, false, true]);
  const waiting: FollowUp = { question: "c", state: "asked-back", entries: [] };
  expect(read([approvedBy("a", "m_1"), waiting]).map(isToApprove)).toEqual([false, false, false]);
  const again: FollowUp = { question: "a", state: "changed", entries: [] };
  expect(read([again]).map(isToApprove)).toEqual([true, false, true]);
});

test("a changed answer is unread until its reader approves it, whatever other managers do", () => {
  expect(read([], [changed("a")]).map(isUnread)).toEqual([true, false, false]);
  expect(read([approvedBy("a", "m_1")], [changed("a")]).map(isUnread)).toEqual([false, false, false]);
  expect(read([approvedBy("a", "m_2")], [changed("a")]).map(isUnread)).toEqual([true, false, false]);
});

test("answers that the reader entered for the client are not unread, and other answers beside them are", () => {
  const by = { kind: "manager", name: "Mia" } as const;
  const own = { type: "text", content: "x", timestamp: "", id: "own", by } as const;
  const theirs = { type: "text", content: "y", timestamp: "", id: "theirs" } as const;
  const sectionsOf = (...answers: object[]) =>
    [
      { ...section("one"), questions: [{ ...question("a"), answers, fields: [] }] },
    ] as unknown as BriefSection[];
  const whole: QuestionChange = { ...changed("a"), kind: "new" };
  const each = (...ids: string[]): QuestionChange => ({
    ...changed("a"),
    answers: new Map(ids.map((id) => [id, "new" as const])),
  });
  expect(withoutOwnAnswers([whole], sectionsOf(own), "Mia")).toEqual([]);
  expect(withoutOwnAnswers([whole], sectionsOf(own), "Ada")).toEqual([whole]);
  expect(withoutOwnAnswers([whole], sectionsOf(own, theirs), "Mia")).toEqual([whole]);
  expect(withoutOwnAnswers([each("own")], sectionsOf(own, theirs), "Mia")).toEqual([]);
  expect(withoutOwnAnswers([each("own", "theirs")], sectionsOf(own, theirs), "Mia")).toEqual([
    each("theirs"),
  ]);
  const gone = { ...each("own"), goneAnswers: 1 };
  expect(withoutOwnAnswers([gone], sectionsOf(own), "Mia")).toEqual([{ ...gone, answers: new Map() }]);
});

test("the next unread question comes after the current one, or is the first one again", () => {
  const questions = read([], [changed("a"), changed("c")]);
  expect(nextToRead(questions, undefined)).toBe("a");
  expect(nextToRead(questions, "a")).toBe("c");
  expect(nextToRead(questions, "c")).toBe("a");
  expect(nextToRead(read([]), "a")).toBe("c");
  expect(nextToRead([], "a")).toBeUndefined();
});
