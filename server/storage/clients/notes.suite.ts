import { afterEach, beforeEach, expect, test } from "vitest";
import { NOTE_MAX_LENGTH, NOTES_PER_CLIENT_MAX } from "#contract/manage/notes.ts";
import type { StorageEvent } from "../audit/events.ts";
import { aLink, aManager } from "../managers/managers.suite.ts";
import { aClient, aKey, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import type { NewNote } from "./notes.ts";

export function noteSuite(open: () => Promise<OpenedStorage>): void {
  const later = NOW + 5;
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open());
    await storage.managers.add(aManager(), aLink(), []);
    await storage.managers.add(aManager("mg_2", { name: "Ben" }), aLink("mg_2"), []);
    await storage.clients.add(aClient(), aKey(), []);
    await storage.clients.add(aClient("cl_2"), aKey("KEY02", "cl_2"), []);
  });
  afterEach(() => storage.close());

  const event = (kind: StorageEvent["kind"]): StorageEvent[] => [
    { at: NOW, kind, actor: "mg_1", clientId: "cl_1" },
  ];
  const aNote = (more: Partial<NewNote> = {}): NewNote => ({
    noteId: "nt_1",
    clientId: "cl_1",
    managerId: "mg_1",
    text: "Calls back on Mondays.\u0000👍",
    at: NOW,
    ...more,
  });
  const add = (more: Partial<NewNote> = {}) => storage.notes.add(aNote(more), event("note.added"));
  const change = (version: number, more: Partial<NewNote> = {}) =>
    storage.notes.change(
      { ...aNote({ text: "On Tuesdays.", at: later }), version, ...more },
      event("note.changed"),
    );
  const remove = (version: number, more: object = {}) =>
    storage.notes.delete(
      { noteId: "nt_1", clientId: "cl_1", of: { managerId: "mg_1" }, version, ...more },
      event("note.deleted"),
    );
  const notes = () => storage.notes.list("cl_1");
  const kinds = async () => (await storage.audit.list("cl_1")).map(({ kind }) => kind).sort();

  test("a note belongs to its client, with its author and time; the newest comes first", async () => {
    expect(await add()).toBe("done");
    await add({ noteId: "nt_2", managerId: "mg_2", at: later });
    await add({ noteId: "nt_3", clientId: "cl_2" });
    const { text, managerId } = aNote();
    expect((await notes()).map(({ noteId }) => noteId)).toEqual(["nt_2", "nt_1"]);
    const facts = { noteId: "nt_1", clientId: "cl_1", managerId, managerName: "Mia" };
    expect((await notes())[1]).toEqual({ ...facts, text, version: 1, addedAt: NOW, changedAt: null });
  });

  test("only its author can change it", async () => {
    await add();
    expect(await change(1, { managerId: "mg_2" })).toBe("not-theirs");
    expect(await change(1)).toBe("done");
    expect(await notes()).toMatchObject([
      { text: "On Tuesdays.", version: 2, addedAt: NOW, changedAt: later },
    ]);
    expect(await kinds()).toEqual(["note.added", "note.changed"]);
  });

  test("a reader of an earlier version can neither change nor delete it", async () => {
    await add();
    await change(1);
    expect(await change(1, { text: "On Fridays." })).toBe("changed");
    expect(await remove(1)).toBe("changed");
    expect(await notes()).toMatchObject([{ text: "On Tuesdays." }]);
    expect(await kinds()).toEqual(["note.added", "note.changed"]);
  });

  test("it is deleted by its author, or by anyone who can delete all notes", async () => {
    await add();
    expect(await remove(1, { of: { managerId: "mg_2" } })).toBe("not-theirs");
    expect(await remove(1)).toBe("done");
    await add({ noteId: "nt_2" });
    expect(await remove(1, { noteId: "nt_2", of: "everybody" })).toBe("done");
    expect(await notes()).toEqual([]);
    expect(await remove(1)).toBe("gone");
    expect(await change(1)).toBe("gone");
  });

  test("through another client it is not found", async () => {
    await add();
    expect(await change(1, { clientId: "cl_2" })).toBe("gone");
    expect(await remove(1, { clientId: "cl_2", of: "everybody" })).toBe("gone");
  });

  test("the number of notes is limited, and an unknown client gets none", async () => {
    for (let n = 0; n < NOTES_PER_CLIENT_MAX; n++) expect(await add({ noteId: `nt_${n}` })).toBe("done");
    expect(await add({ noteId: "nt_more" })).toBe("full");
    expect(await add({ noteId: "nt_more", clientId: "cl_9" })).toBe("gone");
    await storage.erasing.softDeleteClient({ clientId: "cl_2", at: NOW }, []);
    expect(await add({ noteId: "nt_more", clientId: "cl_2" })).toBe("gone");
    expect((await kinds()).length).toBe(NOTES_PER_CLIENT_MAX);
  });

  test("notes are removed with their client, some at a time", async () => {
    const text = "x".repeat(NOTE_MAX_LENGTH);
    for (let n = 0; n < 60; n++) await add({ noteId: `nt_${n}`, text });
    await storage.erasing.softDeleteClient({ clientId: "cl_1", at: NOW }, []);
    expect(await storage.erasing.forgetClient("cl_1")).toBe(false);
    expect(await storage.erasing.dropPieceOfRecord("cl_1")).toBe(true);
    expect(await storage.erasing.forgetClient("cl_1")).toBe(false);
    expect(await storage.erasing.dropPieceOfRecord("cl_1")).toBe(true);
    expect(await storage.erasing.dropPieceOfRecord("cl_1")).toBe(false);
    expect(await storage.erasing.forgetClient("cl_1")).toBe(true);
  });
}
