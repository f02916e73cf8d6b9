import { expect, test } from "vitest";
import { createNoteDrafts, draftAt, dropSent, isUnsaved, notesInWork, putDraft } from "./note-drafts.ts";

const mine = { managerId: "mg_1", clientId: "cl_1" };
const draft = { text: "Calls back on Mondays.", version: 0, read: "" };

test("a draft belongs to one manager, client and note", () => {
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

test("a draft that has ended is dropped", () => {
  const drafts = createNoteDrafts();
  putDraft(drafts, mine, draft);
  putDraft(drafts, mine, undefined);
  expect(drafts.getState().size).toBe(0);
});

test("a blank note, or one equal to what was read, needs no saving", () => {
  expect(isUnsaved(draft)).toBe(true);
  expect(isUnsaved({ ...draft, text: " \n" })).toBe(false);
  expect(isUnsaved({ ...draft, read: draft.text })).toBe(false);
});

test.each([
  ["Call Mondays", "", undefined],
  ["Call Mondays after six", " after six", { ...draft, text: " after six" }],
  ["Call Tuesdays", "Call Tuesdays", { ...draft, text: "Call Tuesdays" }],
])("after a new note is stored, text typed since then stays: %s", (now, left, after) => {
  const drafts = createNoteDrafts();
  putDraft(drafts, mine, { ...draft, text: now });
  expect(dropSent(drafts, mine, { text: "Call Mondays", version: 0 })).toBe(left);
  expect(draftAt(drafts.getState(), mine)).toEqual(after);
});

test("after a change is stored, text typed since then becomes a change of the new version", () => {
  const drafts = createNoteDrafts();
  const name = { ...mine, noteId: "nt_1" };
  putDraft(drafts, name, { text: "Mondays at six", version: 2, read: "Sundays" });
  expect(dropSent(drafts, name, { text: "Mondays", version: 2 })).toBe("Mondays at six");
  const changed = { text: "Mondays at six", version: 3, read: "Mondays" };
  expect(draftAt(drafts.getState(), name)).toEqual(changed);
  expect(dropSent(drafts, name, { text: "Mondays at six", version: 3 })).toBe("");
  expect(drafts.getState().size).toBe(0);
  expect(dropSent(drafts, name, { text: "Mondays at six", version: 3 })).toBe("");
});
