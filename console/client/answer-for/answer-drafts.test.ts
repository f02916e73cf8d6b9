import { expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { questionsOf } from "#contract/interview/interview.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import {
  type AddedAnswer,
  answerDraftAt,
  createAnswerDrafts,
  entriesToSend,
  isBegun,
  isSendable,
  maySkip,
  newAnswerDraft,
  putAnswerDraft,
} from "./answer-drafts.ts";

const mine = { managerId: "mg_1", clientId: "cl_1", questionId: "website-info" };
const record: ClientRecord = { "website-form": { url: "https://rosas.example", satisfaction: 7 } };
const draftOf = (questionId: string) => {
  const question = questionsOf(builtInInterview).find(({ id }) => id === questionId);
  if (!question) throw new Error("Nobody asks that");
  return newAnswerDraft(builtInInterview, question, { record, revision: 3 }, "heard");
};

test("a form starts with what the client has filled in, and a free answer starts empty", () => {
  expect(draftOf("website-info")).toMatchObject({ entry: record["website-form"], revision: 3, why: "phone" });
  expect(draftOf("customer-acquisition").entry).toEqual({ responses: [{ id: "heard", content: "" }] });
  expect(draftOf("business-profile").entry).toEqual({ employees: "", locations: "", revenue: "" });
  expect(draftOf("current-tools").entry).toMatchObject({ selectedTools: [], customTools: "" });
});

test("only an entered answer that is not blank can be sent", () => {
  const form = draftOf("website-info");
  expect(isSendable(form)).toBe(false);
  expect(isSendable({ ...form, isEntered: true })).toBe(true);
  expect(isSendable({ ...form, isEntered: true, entry: { url: "" } })).toBe(false);
  const added = { ...draftOf("customer-acquisition"), isEntered: true };
  expect(isSendable(added)).toBe(false);
  expect(isSendable({ ...added, entry: { responses: [{ id: "heard", content: " \n" }] } })).toBe(false);
  expect(isSendable({ ...added, entry: { responses: [{ id: "heard", content: "x" }] } })).toBe(true);
});

test("remarks are sent after the tools, and alone where no tool was touched", () => {
  const draft = draftOf("current-tools");
  const remark: AddedAnswer = { responses: [{ id: "heard", content: "Trello is slow." }] };
  const entry = { selectedTools: ["trello"], customTools: "", toolRatings: {} };
  expect([isBegun(draft), isSendable(draft)]).toEqual([false, false]);
  const said = { ...draft, remark };
  expect(isBegun(said)).toBe(true);
  expect(entriesToSend(said, "")).toEqual([remark]);
  expect(entriesToSend({ ...said, entry, isEntered: true }, "")).toEqual([entry, remark]);
  expect(entriesToSend({ ...draft, entry, isEntered: true }, "")).toEqual([entry]);
  expect(draftOf("website-info")).not.toHaveProperty("remark");
});

test("an answer that doesn't apply is sent as its reason, and keeps the typed text", () => {
  const answer = { id: "heard", content: "Half a", reason: "not-applicable" } as const;
  const entry: AddedAnswer = { responses: [answer] };
  const draft = { ...draftOf("customer-acquisition"), entry, isEntered: true };
  expect(entriesToSend(draft, "Doesn’t apply")).toEqual([
    { responses: [{ ...answer, content: "Doesn’t apply" }] },
  ]);
  expect(isSendable({ ...draft, entry: { responses: [{ ...answer, content: "" }] } })).toBe(true);
});

test("a question can be marked as not applicable once, where the interview lets clients skip it", () => {
  const [profile, team] = ["business-profile", "team-description"].map((id) =>
    questionsOf(builtInInterview).find((question) => question.id === id),
  );
  if (!profile || !team) throw new Error("Nobody asks that");
  const said = { type: "text", content: "x", timestamp: "", id: "a1", reason: "not-applicable" } as const;
  const given = { [team.entry]: { section: "", question: team.id, responses: [said] } };
  expect([maySkip(team, {}), maySkip(team, given)]).toEqual([true, false]);
  expect([maySkip(profile, {}), maySkip({ ...profile, canSkip: true }, {})]).toEqual([false, true]);
});

test("a draft belongs to one manager, client and question until it ends", () => {
  const drafts = createAnswerDrafts();
  const draft = draftOf("website-info");
  putAnswerDraft(drafts, mine, draft);
  expect(answerDraftAt(drafts.getState(), mine)).toBe(draft);
  for (const other of [{ managerId: "mg_2" }, { clientId: "cl_2" }, { questionId: "business-profile" }])
    expect(answerDraftAt(drafts.getState(), { ...mine, ...other })).toBeUndefined();
  putAnswerDraft(drafts, mine, undefined);
  expect(drafts.getState().size).toBe(0);
});
