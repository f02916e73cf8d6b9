import { afterEach, beforeEach, expect, test } from "vitest";
import { SHARES_PER_CLIENT_MAX } from "#contract/manage/shares.ts";
import type { StorageEvent } from "../audit/events.ts";
import { aLink, aManager } from "../managers/managers.suite.ts";
import { aClient, aKey, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import type { NewShare } from "./shares.ts";

export function shareSuite(open: () => Promise<OpenedStorage>): void {
  const END = NOW + 1_000;
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open());
    await storage.managers.add(aManager(), aLink(), []);
    await storage.clients.add(aClient(), aKey(), []);
    await storage.clients.add(aClient("cl_2"), aKey("KEY02", "cl_2"), []);
  });
  afterEach(() => storage.close());

  const event = (kind: StorageEvent["kind"]): StorageEvent[] => [
    { at: NOW, kind, actor: "mg_1", clientId: "cl_1" },
  ];
  const options = { recordings: false, contact: true, followUps: true };
  const add = (number = 1, more: Partial<NewShare> = {}) =>
    storage.shares.add(
      {
        shareId: `sh_${number}`,
        clientId: "cl_1",
        tokenHash: `hash ${number}`,
        madeBy: "mg_1",
        recipient: "Ana \u202eRuiz 👍",
        options,
        at: NOW,
        expiresAt: END,
        ...more,
      },
      event("share.made"),
    );
  const open1 = (at = NOW) => storage.shares.open("hash 1", at, () => event("share.opened"));
  const revoke = (clientId: string, shareId = "sh_1", at = NOW) =>
    storage.shares.revoke({ clientId, shareId }, at, event("share.revoked"));
  const idsOf = async (now = NOW) => (await storage.shares.list("cl_1", now)).map(({ shareId }) => shareId);
  const kinds = async () => (await storage.audit.list("cl_1")).map(({ kind }) => kind).sort();

  test("a link belongs to its client, and each use counts", async () => {
    expect(await add()).toBe("done");
    await add(2, { at: NOW + 1 });
    await add(3, { clientId: "cl_2" });
    expect(await idsOf()).toEqual(["sh_2", "sh_1"]);
    const facts = { shareId: "sh_1", clientId: "cl_1", madeBy: "mg_1", managerName: "Mia" };
    const said = { recipient: "Ana \u202eRuiz 👍", options, madeAt: NOW, expiresAt: END };
    expect(await open1(NOW + 5)).toEqual({ ...facts, ...said, opens: 0, lastOpenedAt: null });
    await open1(NOW + 6);
    expect(await storage.shares.find("hash 1", NOW)).toEqual({
      ...facts,
      ...said,
      opens: 2,
      lastOpenedAt: NOW + 6,
    });
    expect((await kinds()).filter((kind) => kind === "share.opened")).toHaveLength(2);
  });

  test("a link ends at its expiry, or when it is revoked", async () => {
    await add();
    expect(await open1(END)).toBeUndefined();
    expect(await idsOf(END)).toEqual([]);
    expect(await revoke("cl_2")).toBe(false);
    expect(await revoke("cl_1", "sh_9")).toBe(false);
    expect(await revoke("cl_1")).toBe(true);
    expect(await revoke("cl_1")).toBe(true);
    expect(await open1()).toBeUndefined();
    expect(await storage.shares.find("hash 1", NOW)).toBeUndefined();
    expect(await kinds()).toEqual(["share.made", "share.revoked"]);
  });

  test("a client can have a limited number of live links, and ended links make room", async () => {
    for (let number = 1; number <= SHARES_PER_CLIENT_MAX; number++) await add(number);
    expect(await add(21)).toBe("full");
    await revoke("cl_1");
    expect(await add(21)).toBe("done");
    expect(await add(22, { at: END, expiresAt: END + 1 })).toBe("done");
    expect(await idsOf(END)).toEqual(["sh_22"]);
  });

  test("links are removed with their client", async () => {
    await add();
    await storage.erasing.softDeleteClient({ clientId: "cl_1", at: NOW }, []);
    expect(await open1()).toBeUndefined();
    expect(await add(2)).toBe("gone");
  });
}
