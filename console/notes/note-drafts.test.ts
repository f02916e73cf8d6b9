import { expect, test } from "vitest";
import { createNoteDrafts, draftAt, isUnsaved, notesInWork, putDraft } from "./note-drafts.ts";

const mine = { managerId: "mg_1", clientId: "cl_1" };
const draft = { text: "Calls back on Mondays.", version: 0, read: "" };

test("a draft is its manager's, its client's and its note's", () => {
  const drafts = createNoteDrafts();
  putDraft(drafts, mine, draft);
  putDraft(drafts, { ...mine, noteId: "nt_1" }, { text: "Tuesdays", version: 2, read: "Mondays" });
  const now = drafts.getState();
  expect(draftAt(now, mine)).toEqual(draft);
  expect(draftAt(now, { ...mine, noteId: "nt_1" })).toEqual({
    text: "Tuesdays",
    version: 2,
    read: "Mondays",
  });
  expect(draftAt(now, { ...mine, managerId: "mg_2" })).toBeUndefined();
  expect(draftAt(now, { ...mine, clientId: "cl_2" })).toBeUndefined();
  expect(notesInWork(now, mine)).toEqual(["nt_1"]);
  expect(notesInWork(now, { ...mine, clientId: "cl" })).toEqual([]);
});

test("a half-written follow-up is a question's, and no note", () => {
  const drafts = createNoteDrafts();
  putDraft(drafts, { ...mine, questionId: "team-description" }, draft);
  expect(draftAt(drafts.getState(), { ...mine, questionId: "team-description" })).toEqual(draft);
  expect(draftAt(drafts.getState(), { ...mine, questionId: "booking-process" })).toBeUndefined();
  expect(draftAt(drafts.getState(), mine)).toBeUndefined();
  expect(notesInWork(drafts.getState(), mine)).toEqual([]);
});

test("a draft that has ended is nobody's", () => {
  const drafts = createNoteDrafts();
  putDraft(drafts, mine, draft);
  putDraft(drafts, mine, undefined);
  expect(drafts.getState().size).toBe(0);
});

test("words that say what was read, or nothing, need no saving", () => {
  expect(isUnsaved(draft)).toBe(true);
  expect(isUnsaved({ ...draft, text: " \n" })).toBe(false);
  expect(isUnsaved({ ...draft, read: draft.text })).toBe(false);
});
