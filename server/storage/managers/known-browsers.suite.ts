import { afterEach, beforeEach, expect, test } from "vitest";
import { NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import { aLink, aManager, aSession } from "./managers.suite.ts";

export function knownBrowserSuite(open: () => Promise<OpenedStorage>): void {
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open());
    for (const id of ["mg_1", "mg_2"]) await storage.managers.add(aManager(id), aLink(id), []);
  });
  afterEach(() => storage.close());

  const note = (browserHash: string, managerId = "mg_1", at = NOW) =>
    storage.managerSessions.noteBrowser({ managerId, browserHash, at });
  const isKnown = (browserHash: string, managerId = "mg_1") =>
    storage.managerSessions.isKnownBrowser({ managerId, browserHash });
  const name = (browserHash: string, label: string | null, managerId = "mg_1") =>
    storage.managerSessions.nameBrowser({ managerId, browserHash, label }, [
      { at: NOW, kind: "manager.device-named", actor: managerId },
    ]);
  const labels = async (managerId = "mg_1") =>
    (await storage.managerSessions.list(managerId)).map(({ label }) => label);

  test("an account's first browser has nothing to compare with, and each other browser is new once", async () => {
    expect(await isKnown("b1")).toBe(false);
    expect(await note("b1")).toBe("first");
    expect(await note("b1")).toBe("known");
    expect(await note("b2")).toBe("new");
    expect(await note("b2")).toBe("known");
    expect(await note("b2", "mg_2")).toBe("first");
    expect([await isKnown("b2"), await isKnown("b1", "mg_2"), await isKnown("\u0000")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("of simultaneous sign-ins with one new browser, one finds it new", async () => {
    await note("b1");
    const verdicts = await Promise.all(["b2", "b2", "b2"].map((browser) => note(browser)));
    expect(verdicts.toSorted()).toEqual(["known", "known", "new"]);
  });

  test("an account's name for a browser is shown with each of its sessions, and to no other account", async () => {
    await note("b1");
    await note("b1", "mg_2");
    await storage.managerSessions.open(aSession("s1", { browserHash: "b1" }), 20, []);
    await storage.managerSessions.open(aSession("s2", { browserHash: "b1" }), 20, []);
    await storage.managerSessions.open(aSession("s3"), 20, []);
    await storage.managerSessions.open(aSession("s4", { managerId: "mg_2", browserHash: "b1" }), 20, []);
    expect(await name("b1", "Mia’s laptop")).toBe(true);
    expect(await labels()).toEqual(["Mia’s laptop", "Mia’s laptop", null]);
    expect(await labels("mg_2")).toEqual([null]);
    expect(await name("b9", "x")).toBe(false);
    expect(await storage.audit.listAll({ limit: 9 })).toHaveLength(1);
    await note("b1", "mg_1", NOW + 1);
    expect(await labels()).toEqual(["Mia’s laptop", "Mia’s laptop", null]);
    await name("b1", null);
    expect(await labels()).toEqual([null, null, null]);
  });

  test("browsers are removed when their cookie expires, and with their account", async () => {
    await note("b1");
    await note("b2", "mg_1", NOW + 1);
    await storage.managerSessions.dropOldBrowsers(NOW + 1);
    expect([await isKnown("b1"), await isKnown("b2")]).toEqual([false, true]);
    await storage.managers.revoke({ managerId: "mg_1", at: NOW }, []);
    expect(await isKnown("b2")).toBe(false);
  });
}
