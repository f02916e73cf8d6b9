import { afterEach, beforeEach, expect, test } from "vitest";
import { aLink, aManager } from "../managers/managers.suite.ts";
import { aClient, aKey, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import type { SaveDraftCommand } from "./drafts.ts";

export function draftSuite(open: () => Promise<OpenedStorage>): void {
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open());
    await storage.managers.add(aManager(), aLink(), []);
    await storage.managers.add(aManager("mg_2", { name: "Ben" }), aLink("mg_2"), []);
    await storage.clients.add(aClient(), aKey(), []);
  });
  afterEach(() => storage.close());

  const mine = { clientId: "cl_1", managerId: "mg_1" };
  const name = { ...mine, questionId: "team-description" };
  const save = (more: Partial<SaveDraftCommand> = {}) =>
    storage.drafts.save({ ...name, text: "Which days ", readAt: null, at: NOW, ...more });
  const drafts = (managerId = "mg_1") => storage.drafts.list({ ...mine, managerId });

  test("a draft belongs to one manager and question, and keeps the white space at its end", async () => {
    expect(await save()).toEqual({ changedAt: NOW });
    expect(await save({ questionId: "booking-process", text: "How\u0000👍" })).toEqual({ changedAt: NOW });
    expect(await drafts()).toEqual([
      { questionId: "booking-process", text: "How\u0000👍", changedAt: NOW },
      { questionId: "team-description", text: "Which days ", changedAt: NOW },
    ]);
    expect(await drafts("mg_2")).toEqual([]);
  });

  test("a device that read an earlier draft changes nothing, and a repeat counts as done", async () => {
    await save();
    expect(await save({ text: "Which months", at: NOW + 1 })).toBe("changed");
    expect(await save({ text: "Which days are", readAt: NOW, at: NOW })).toEqual({ changedAt: NOW + 1 });
    expect(await save({ text: "Which months", readAt: NOW })).toBe("changed");
    expect(await save({ text: "Which days are", readAt: NOW, at: NOW + 9 })).toEqual({ changedAt: NOW + 1 });
    expect(await drafts()).toMatchObject([{ text: "Which days are" }]);
  });

  test("a deleted draft is not changed by a device that had read it", async () => {
    await save();
    await storage.drafts.delete(name);
    await storage.drafts.delete(name);
    expect(await save({ text: "Which days are", readAt: NOW })).toBe("changed");
    expect(await drafts()).toEqual([]);
  });

  test("sending a follow-up deletes its manager's draft of that question, and no other", async () => {
    await save();
    await save({ questionId: "booking-process" });
    await save({ managerId: "mg_2" });
    const ask = { ...name, at: NOW, text: "Which days are quiet?", isMailed: false };
    expect(await storage.followUps.ask(ask, [])).toBe("done");
    expect(await drafts()).toMatchObject([{ questionId: "booking-process" }]);
    expect(await drafts("mg_2")).toMatchObject([{ questionId: "team-description" }]);
    await save();
    // the follow-up is open already, so the draft must stay
    expect(await storage.followUps.ask(ask, [])).toBe("asked-already");
    expect(await drafts()).toHaveLength(2);
  });

  test("an unknown client has no drafts, and drafts are removed with their client", async () => {
    expect(await save({ clientId: "cl_9" })).toBe("gone");
    await save();
    await save({ managerId: "mg_2" });
    await storage.erasing.softDeleteClient({ clientId: "cl_1", at: NOW }, []);
    expect(await save({ questionId: "booking-process" })).toBe("gone");
    expect(await storage.erasing.forgetClient("cl_1")).toBe(false);
    expect(await storage.erasing.dropPieceOfRecord("cl_1")).toBe(true);
    expect(await storage.erasing.dropPieceOfRecord("cl_1")).toBe(true);
    expect(await storage.erasing.dropPieceOfRecord("cl_1")).toBe(false);
    expect(await storage.erasing.forgetClient("cl_1")).toBe(true);
  });
}
