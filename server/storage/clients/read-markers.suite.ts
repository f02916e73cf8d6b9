import { afterEach, beforeEach, expect, test } from "vitest";
import type { ClientRecord } from "#contract/record/record.ts";
import { aLink, aManager } from "../managers/managers.suite.ts";
import { aClient, aKey, aListView, aSave, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";

export function readMarkerSuite(open: () => Promise<OpenedStorage>): void {
  const mine = { clientId: "cl_1", managerId: "mg_1" };
  const other = { clientId: "cl_1", managerId: "mg_2" };
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open());
    await storage.managers.add(aManager(), aLink(), []);
    await storage.managers.add(aManager("mg_2"), aLink("mg_2"), []);
    await storage.clients.add(aClient(), aKey(), []);
  });
  afterEach(() => storage.close());

  /** Any marks will do, since the storage does not decide what is marked. */
  const marksOf = (record: ClientRecord) => [
    { question: "website-info", content: JSON.stringify(record), answers: null },
  ];
  const look = (revision: number, name = mine, at = NOW) =>
    storage.readMarkers.put({ ...name, revision, at, marksOf });
  const markOf = (url: string) => marksOf({ "website-form": { url } });
  const page = (readerId: string, filter: "all" | "news" = "all") =>
    storage.clients.listPage({
      scope: "all",
      search: "",
      filter,
      order: "name",
      direction: "up",
      limit: 9,
      view: aListView(readerId, NOW),
    });
  const hasNews = async (readerId: string) => (await page(readerId)).clients[0]?.flags.includes("news");

  test("each manager has their own read markers, and finds them again", async () => {
    await storage.records.save(aSave("one"));
    expect(await storage.readMarkers.find(mine)).toBeUndefined();
    expect(await look(1)).toBe(true);
    expect(await storage.readMarkers.find(mine)).toEqual({ lookedAt: NOW, marks: markOf("one") });
    expect(await storage.readMarkers.find(other)).toBeUndefined();
  });

  test("an older revision takes nothing back, and the same one can be marked again", async () => {
    await storage.records.save(aSave("one"));
    await storage.records.save(aSave("two"));
    await look(2);
    expect(await look(1, mine, NOW + 5)).toBe(true);
    expect(await storage.readMarkers.find(mine)).toEqual({ lookedAt: NOW, marks: markOf("two") });
    await look(2, mine, NOW + 9);
    expect(await storage.readMarkers.find(mine)).toMatchObject({ lookedAt: NOW + 9 });
  });

  test("a page without answers can be marked as seen, and an unknown revision cannot", async () => {
    expect(await look(0)).toBe(true);
    expect(await storage.readMarkers.find(mine)).toEqual({ lookedAt: NOW, marks: marksOf({}) });
    expect(await look(1)).toBe(false);
    expect(await look(1, { ...mine, clientId: "cl_9" })).toBe(false);
    expect(await look(0, { ...mine, clientId: "cl_9" })).toBe(false);
  });

  test("a client has changes for a manager who has not seen the latest answers", async () => {
    expect(await hasNews("mg_1")).toBe(false);
    await look(0);
    await storage.records.save(aSave("one"));
    expect([await hasNews("mg_1"), await hasNews("mg_2")]).toEqual([true, true]);
    await look(1);
    expect([await hasNews("mg_1"), await hasNews("mg_2")]).toEqual([false, true]);
    expect((await page("mg_1", "news")).clients).toEqual([]);
    expect((await page("mg_2", "news")).clients).toHaveLength(1);
  });

  test("an answer that changed back to what was seen is not a change", async () => {
    await storage.records.save(aSave("one"));
    await look(1);
    await storage.records.save(aSave("two"));
    expect(await hasNews("mg_1")).toBe(true);
    await storage.records.save(aSave("one"));
    expect(await hasNews("mg_1")).toBe(false);
  });

  test("a client who is being erased cannot be marked as seen", async () => {
    await storage.erasing.softDeleteClient({ clientId: "cl_1", at: NOW }, []);
    expect(await look(0)).toBe(false);
  });
}
