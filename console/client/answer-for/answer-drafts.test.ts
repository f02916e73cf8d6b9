import { expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { questionsOf } from "#contract/interview/interview.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import {
  answerDraftAt,
  createAnswerDrafts,
  isSendable,
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

test("a form begins with what the client has filled in, and a free answer with nothing", () => {
  expect(draftOf("website-info")).toMatchObject({ entry: record["website-form"], revision: 3, why: "phone" });
  expect(draftOf("customer-acquisition").entry).toEqual({ responses: [{ id: "heard", content: "" }] });
  expect(draftOf("business-profile").entry).toEqual({ employees: "", locations: "", revenue: "" });
  expect(draftOf("current-tools").entry).toMatchObject({ selectedTools: [], customTools: "" });
});

test("only what was entered and says something can be sent", () => {
  const form = draftOf("website-info");
  expect(isSendable(form)).toBe(false);
  expect(isSendable({ ...form, isEntered: true })).toBe(true);
  expect(isSendable({ ...form, isEntered: true, entry: { url: "" } })).toBe(false);
  const added = { ...draftOf("customer-acquisition"), isEntered: true };
  expect(isSendable(added)).toBe(false);
  expect(isSendable({ ...added, entry: { responses: [{ id: "heard", content: " \n" }] } })).toBe(false);
  expect(isSendable({ ...added, entry: { responses: [{ id: "heard", content: "x" }] } })).toBe(true);
});

test("a draft is its manager's, its client's and its question's, until it ends", () => {
  const drafts = createAnswerDrafts();
  const draft = draftOf("website-info");
  putAnswerDraft(drafts, mine, draft);
  expect(answerDraftAt(drafts.getState(), mine)).toBe(draft);
  for (const other of [{ managerId: "mg_2" }, { clientId: "cl_2" }, { questionId: "business-profile" }])
    expect(answerDraftAt(drafts.getState(), { ...mine, ...other })).toBeUndefined();
  putAnswerDraft(drafts, mine, undefined);
  expect(drafts.getState().size).toBe(0);
});
