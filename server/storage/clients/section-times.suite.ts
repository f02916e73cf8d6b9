import { afterEach, beforeEach, expect, test } from "vitest";
import { aLink, aManager } from "../managers/managers.suite.ts";
import { aClient, aKey, aSave, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";

export function sectionTimeSuite(open: () => Promise<OpenedStorage>): void {
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open());
    await storage.managers.add(aManager(), aLink(), []);
    for (const n of [1, 2, 3, 4, 5])
      await storage.clients.add(
        { ...aClient(`cl_${n}`), managerId: "mg_1" },
        aKey(`KEY0${n}`, `cl_${n}`),
        [],
      );
  });
  afterEach(() => storage.close());

  const moments = [{ at: NOW, section: "website" }];
  const put = (clientId: string, activeMs: number, isFinished = true) =>
    storage.sectionTimes.put({
      clientId,
      revision: 1,
      moments,
      sections: [{ sectionId: "website", activeMs, isFinished }],
    });
  const median = (managerId = "mg_1") => storage.sectionTimes.findMedian({ managerId }, "website");
  const unmeasured = async (after = "", limit = 9) =>
    (await storage.sectionTimes.listUnmeasured(after, limit)).map(({ clientId, measured }) => [
      clientId,
      measured,
    ]);

  test("whoever has saved since is measured again, and nobody else", async () => {
    await storage.records.save(aSave("one"));
    await storage.records.save(aSave("one", { clientId: "cl_2" }));
    expect(await unmeasured()).toEqual([
      ["cl_1", 0],
      ["cl_2", 0],
    ]);
    expect(await unmeasured("cl_1")).toEqual([["cl_2", 0]]);
    expect(await unmeasured("", 1)).toEqual([["cl_1", 0]]);
    await put("cl_1", 60_000);
    expect(await unmeasured()).toEqual([["cl_2", 0]]);
    await storage.records.save(aSave("two"));
    const [first] = await storage.sectionTimes.listUnmeasured("", 1);
    expect(first).toEqual({
      clientId: "cl_1",
      createdAt: NOW,
      revision: 2,
      completeQuestions: ["website-info"],
      measured: 1,
      moments,
    });
  });

  test("the median is the middle one, or between the two in the middle", async () => {
    await put("cl_1", 100);
    expect(await median()).toEqual({ clients: 1, medianMs: 100 });
    await put("cl_2", 900);
    expect(await median()).toEqual({ clients: 2, medianMs: 500 });
    await put("cl_3", 200);
    expect(await median()).toEqual({ clients: 3, medianMs: 200 });
    await put("cl_4", 200);
    expect(await median()).toEqual({ clients: 4, medianMs: 200 });
    await put("cl_5", 1_000);
    expect(await median()).toEqual({ clients: 5, medianMs: 200 });
    await put("cl_1", 5_000);
    expect(await median()).toEqual({ clients: 5, medianMs: 900 });
  });

  test("only finished sections count of which something could be measured, and of one's own clients", async () => {
    await put("cl_1", 100);
    await put("cl_2", 900, false);
    await put("cl_3", 0);
    expect(await median()).toEqual({ clients: 1, medianMs: 100 });
    expect(await storage.sectionTimes.findMedian("all", "money-admin")).toEqual({ clients: 0, medianMs: 0 });
    expect(await median("mg_9")).toEqual({ clients: 0, medianMs: 0 });
    expect(await storage.sectionTimes.findMedian("all", "website")).toMatchObject({ clients: 1 });
  });

  test("a client who is being erased counts no more, and is measured no more", async () => {
    await storage.records.save(aSave("one"));
    await put("cl_1", 100);
    await storage.records.save(aSave("two"));
    await storage.erasing.softDeleteClient({ clientId: "cl_1", at: NOW }, []);
    await put("cl_1", 200);
    expect(await storage.sectionTimes.find("cl_1")).toMatchObject({ sections: [{ activeMs: 100 }] });
    expect(await median()).toEqual({ clients: 0, medianMs: 0 });
    expect(await unmeasured()).toEqual([]);
    while (await storage.erasing.dropPieceOfRecord("cl_1"));
    expect(await storage.erasing.forgetClient("cl_1")).toBe(true);
    expect(await storage.sectionTimes.find("cl_1")).toBeUndefined();
  });

  test("of what is done about a client, coming in and bringing back are told", async () => {
    const event = { actor: "cl_1", clientId: "cl_1" };
    const kinds = ["record.restored", "session.opened", "record.submitted"] as const;
    for (const [place, kind] of kinds.entries())
      await storage.audit.record({ ...event, kind, at: NOW + place });
    expect(await storage.sectionTimes.listComings("cl_1")).toEqual([
      { kind: "record.restored", at: NOW },
      { kind: "session.opened", at: NOW + 1 },
    ]);
    expect(await storage.sectionTimes.listComings("cl_2")).toEqual([]);
  });
}
