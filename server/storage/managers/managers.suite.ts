import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HOUR_MS } from "#contract/instants.ts";
import type { StorageEvent } from "../audit/events.ts";
import { aClient, aKey, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import type { StoredApiToken } from "./api-tokens.ts";
import type { ManagerSession } from "./manager-sessions.ts";
import type { NewManager, PasswordLinkRow } from "./managers.ts";

export const aManager = (managerId = "mg_1", more: Partial<NewManager> = {}): NewManager => ({
  managerId,
  name: "Mia",
  email: `${managerId}@example.com`,
  role: "manager",
  createdAt: NOW,
  ...more,
});
export const aLink = (managerId = "mg_1", tokenHash = `link of ${managerId}`): PasswordLinkRow => ({
  tokenHash,
  managerId,
  createdAt: NOW,
  expiresAt: NOW + HOUR_MS,
});
export const aSession = (tokenHash: string, more: Partial<ManagerSession> = {}): ManagerSession => ({
  tokenHash,
  managerId: "mg_1",
  createdAt: NOW,
  lastUsedAt: NOW,
  expiresAt: NOW + HOUR_MS,
  way: "password",
  address: "192.0.2.0/24",
  device: "Firefox on Windows",
  browserHash: null,
  ...more,
});
const aToken = (tokenId: string, more: Partial<StoredApiToken> = {}): StoredApiToken => ({
  tokenHash: `hash of ${tokenId}`,
  tokenId,
  managerId: "mg_1",
  name: "Robot",
  createdAt: NOW,
  lastUsedAt: null,
  expiresAt: null,
  scopes: "clients:read answers:read",
  ...more,
});
const anEvent = (kind: StorageEvent["kind"]): StorageEvent => ({ at: NOW, kind, actor: "operator" });

export function managerSuite(open: () => Promise<OpenedStorage>): void {
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open());
  });
  afterEach(() => storage.close());

  const add = (managerId = "mg_1", more: Partial<NewManager> = {}) =>
    storage.managers.add(aManager(managerId, more), aLink(managerId), []);
  const kinds = async () => (await storage.audit.listAll({ limit: 100 })).map(({ kind }) => kind);

  describe("an account", () => {
    test("is found by id and by email address, without a password at first", async () => {
      expect(await add()).toBe(true);
      const stored = {
        ...aManager(),
        passwordHash: null,
        lastUsedAt: null,
        revokedAt: null,
        secondFactorAt: null,
        timeZone: null,
        digestedOn: null,
      };
      expect(await storage.managers.find("mg_1")).toEqual(stored);
      expect(await storage.managers.findByEmail("mg_1@example.com")).toEqual(stored);
      expect(await storage.managers.find("mg_2")).toBeUndefined();
      expect(await storage.managers.list()).toEqual([{ ...stored, clients: 0 }]);
    });

    test("is listed by name, ignoring case and accents, whatever the database's own sort order", async () => {
      const names = ["Zoe", "a-b", "ab", "Émile", "émile", "_", "Bo"];
      for (const [place, name] of names.entries()) await add(`mg_${place}`, { name });
      const listed = (await storage.managers.list()).map(({ name }) => name);
      expect(listed).toEqual(["_", "a-b", "ab", "Bo", "Émile", "émile", "Zoe"]);
    });

    test("hands its clients to a colleague or the administrators when revoked, never to a missing account", async () => {
      for (const id of ["mg_1", "mg_2", "mg_3"]) await add(id);
      await storage.clients.add({ ...aClient("cl_1"), managerId: "mg_1" }, aKey("k1", "cl_1"), []);
      const revoke = (managerId: string, handTo: string | null) =>
        storage.managers.revoke({ managerId, at: NOW, handTo }, []);
      expect(await revoke("mg_1", "mg_1")).toBe("no-colleague");
      expect(await revoke("mg_1", "mg_9")).toBe("no-colleague");
      expect(await storage.managers.find("mg_1")).toMatchObject({ revokedAt: null });
      expect(await revoke("mg_1", "mg_2")).toBe("changed");
      const clientsOf = async (managerId: string) =>
        (await storage.clients.listAfter({ managerId }, "", 9)).map(({ clientId }) => clientId);
      expect(await clientsOf("mg_2")).toEqual(["cl_1"]);
      expect(await revoke("mg_3", "mg_1")).toBe("no-colleague");
      expect(await revoke("mg_2", null)).toBe("changed");
      expect(await clientsOf("mg_2")).toEqual([]);
    });

    test("can have several mailed links, and all end when the first is used", async () => {
      await add();
      await storage.managers.addPasswordLink(aLink("mg_1", "mailed"));
      await storage.managers.addPasswordLink(aLink("mg_1", "mailed later"));
      expect(await storage.managers.findPasswordLink("link of mg_1", NOW)).toBeDefined();
      const use = { tokenHash: "mailed", at: NOW, passwordHash: "a hash" };
      await storage.managers.redeemPasswordLink(use, () => anEvent("manager.password-set"));
      for (const tokenHash of ["link of mg_1", "mailed", "mailed later"])
        expect(await storage.managers.findPasswordLink(tokenHash, NOW)).toBeUndefined();
    });

    test("is not found by a value that no database can hold", async () => {
      await add();
      expect(await storage.managers.findByEmail("mg_1@example.com\u0000")).toBeUndefined();
      expect(await storage.managers.find("\u0000")).toBeUndefined();
    });

    test("has a unique email address: a second account with that address is not made, nor its event", async () => {
      await add();
      const again = aManager("mg_2", { email: "mg_1@example.com" });
      expect(await storage.managers.add(again, aLink("mg_2"), [anEvent("manager.added")])).toBe(false);
      expect(await storage.managers.find("mg_2")).toBeUndefined();
      expect(await kinds()).toEqual([]);
    });

    test("can be changed, revoked and restored, and its ways to sign in are gone for good", async () => {
      await add();
      await storage.managerSessions.open(aSession("s1"), 20, []);
      await storage.apiTokens.add(aToken("t1"), 20, []);
      const change = { managerId: "mg_1", name: "Mia Lopes", role: "administrator" } as const;
      expect(await storage.managers.change(change, [])).toBe("changed");
      await add("mg_2", { role: "administrator" });
      expect(
        await storage.managers.revoke({ managerId: "mg_1", at: NOW + 1 }, [anEvent("manager.revoked")]),
      ).toBe("changed");
      expect(await storage.managers.find("mg_1")).toMatchObject({ name: "Mia Lopes", revokedAt: NOW + 1 });
      expect(await storage.managerSessions.find("s1")).toBeUndefined();
      expect(await storage.apiTokens.find("hash of t1")).toBeUndefined();
      expect(await storage.managers.findPasswordLink("link of mg_1", NOW)).toBeUndefined();
      expect(await storage.managers.putPasswordLink(aLink(), [])).toBe(false);
      expect(await storage.managers.revive("mg_1", [])).toBe("changed");
      expect(await storage.managers.find("mg_1")).toMatchObject({ revokedAt: null });
      expect(await kinds()).toEqual(["manager.revoked"]);
    });

    test("that does not exist is neither changed nor revoked, and writes no event", async () => {
      const change = { managerId: "mg_9", name: "Nobody", role: "manager" } as const;
      expect(await storage.managers.change(change, [anEvent("manager.changed")])).toBe("missing");
      expect(
        await storage.managers.revoke({ managerId: "mg_9", at: NOW }, [anEvent("manager.revoked")]),
      ).toBe("missing");
      expect(await storage.managers.revive("mg_9", [anEvent("manager.revived")])).toBe("missing");
      expect(await kinds()).toEqual([]);
    });

    test("of the last administrator cannot be revoked or made a manager", async () => {
      await add("mg_1", { role: "administrator" });
      await add("mg_2", { role: "administrator" });
      await storage.managers.revoke({ managerId: "mg_2", at: NOW }, []);
      const change = { managerId: "mg_1", name: "Mia", role: "manager" } as const;
      expect(await storage.managers.change(change, [])).toBe("last-administrator");
      expect(await storage.managers.revoke({ managerId: "mg_1", at: NOW }, [])).toBe("last-administrator");
      expect(await storage.managers.change({ ...change, role: "administrator" }, [])).toBe("changed");
    });
  });

  describe("a password link", () => {
    const event = (managerId: string): StorageEvent => ({
      ...anEvent("manager.password-set"),
      actor: managerId,
    });

    test("sets the password once, and ends the account's sessions", async () => {
      await add();
      await storage.managerSessions.open(aSession("s1"), 20, []);
      const use = { tokenHash: "link of mg_1", at: NOW, passwordHash: "hashed" };
      expect(await storage.managers.redeemPasswordLink(use, event)).toMatchObject({ passwordHash: "hashed" });
      expect(await storage.managers.find("mg_1")).toMatchObject({ passwordHash: "hashed" });
      expect(await storage.managerSessions.find("s1")).toBeUndefined();
      expect(
        await storage.managers.redeemPasswordLink({ ...use, passwordHash: "other" }, event),
      ).toBeUndefined();
      expect(await storage.managers.find("mg_1")).toMatchObject({ passwordHash: "hashed" });
      expect(await kinds()).toEqual(["manager.password-set"]);
    });

    test("past its end, or replaced, is not found", async () => {
      await add();
      expect(await storage.managers.findPasswordLink("link of mg_1", NOW + HOUR_MS)).toBeUndefined();
      await storage.managers.putPasswordLink(aLink("mg_1", "second"), []);
      expect(await storage.managers.findPasswordLink("link of mg_1", NOW)).toBeUndefined();
      expect(await storage.managers.findPasswordLink("second", NOW)).toMatchObject({ managerId: "mg_1" });
    });

    test("ends when the password is set in another way, which keeps one session", async () => {
      await add();
      await storage.managerSessions.open(aSession("s1"), 20, []);
      await storage.managerSessions.open(aSession("s2"), 20, []);
      await storage.managers.setPassword("mg_1", { passwordHash: "hashed", keptToken: "s2" }, []);
      expect(await storage.managers.findPasswordLink("link of mg_1", NOW)).toBeUndefined();
      expect(await storage.managerSessions.find("s1")).toBeUndefined();
      expect(await storage.managerSessions.find("s2")).toMatchObject({ manager: { passwordHash: "hashed" } });
    });
  });

  describe("sessions and tokens", () => {
    beforeEach(async () => void (await add()));

    test("name their owner, and their use counts as the account's", async () => {
      await storage.managerSessions.open(aSession("s1"), 20, [anEvent("manager.signed-in")]);
      expect(await storage.managerSessions.find("s1")).toMatchObject({
        credential: aSession("s1"),
        manager: { managerId: "mg_1", lastUsedAt: NOW },
      });
      await storage.managerSessions.touch(aSession("s1"), NOW + 5);
      expect(await storage.managerSessions.find("s1")).toMatchObject({
        credential: { lastUsedAt: NOW + 5 },
        manager: { lastUsedAt: NOW + 5 },
      });
      await storage.managerSessions.end("s1", [anEvent("manager.signed-out")]);
      await storage.managerSessions.end("s1", [anEvent("manager.signed-out")]);
      expect(await storage.managerSessions.find("s1")).toBeUndefined();
      expect((await kinds()).sort()).toEqual(["manager.signed-in", "manager.signed-out"]);
    });

    test("beyond the maximum per account, the oldest sessions end", async () => {
      for (let count = 0; count < 4; count++)
        await storage.managerSessions.open(aSession(`s${count}`, { createdAt: NOW + count }), 3, []);
      const found = await Promise.all([0, 1, 2, 3].map((count) => storage.managerSessions.find(`s${count}`)));
      expect(found.map((session) => session !== undefined)).toEqual([false, true, true, true]);
    });

    test("that began in the same millisecond are kept consistently", async () => {
      for (const token of ["s2", "s0", "s1", "s3"])
        await storage.managerSessions.open(aSession(token), 2, []);
      const left = (await storage.managerSessions.list("mg_1")).map(({ tokenHash }) => tokenHash);
      expect(left).toEqual(["s0", "s3"]);
    });

    test("tokens are listed newest first, and their number is limited", async () => {
      await storage.apiTokens.add(aToken("t1"), 2, []);
      await storage.apiTokens.add(aToken("t2", { createdAt: NOW + 1 }), 2, []);
      expect(await storage.apiTokens.add(aToken("t3"), 2, [anEvent("token.added")])).toBe(false);
      expect((await storage.apiTokens.list("mg_1")).map(({ tokenId }) => tokenId)).toEqual(["t2", "t1"]);
      await storage.apiTokens.touch(aToken("t1"), NOW + 9);
      expect(await storage.apiTokens.find("hash of t1")).toMatchObject({
        credential: { lastUsedAt: NOW + 9 },
      });
    });

    test("a token can be revoked only by its owner", async () => {
      await storage.apiTokens.add(aToken("t1"), 2, []);
      const revoke = (managerId: string) =>
        storage.apiTokens.revoke({ managerId, tokenId: "t1" }, [anEvent("token.revoked")]);
      expect([await revoke("mg_2"), await revoke("mg_1"), await revoke("mg_1")]).toEqual([
        false,
        true,
        false,
      ]);
      expect(await kinds()).toEqual(["token.revoked"]);
    });

    test("sessions and tokens that expired are dropped, the others stay", async () => {
      await storage.managerSessions.open(aSession("ended", { expiresAt: NOW + 1 }), 20, []);
      await storage.managerSessions.open(aSession("idle", { lastUsedAt: NOW + 1 - HOUR_MS }), 20, []);
      await storage.managerSessions.open(aSession("live"), 20, []);
      await storage.apiTokens.add(aToken("old", { expiresAt: NOW + 1 }), 20, []);
      await storage.apiTokens.add(aToken("new"), 20, []);
      await storage.managerSessions.dropDead(NOW + 1, HOUR_MS);
      const sessions = ["ended", "idle", "live"].map((token) => storage.managerSessions.find(token));
      expect((await Promise.all(sessions)).map((found) => found !== undefined)).toEqual([false, false, true]);
      expect((await storage.apiTokens.list("mg_1")).map(({ tokenId }) => tokenId)).toEqual(["new"]);
      expect(await storage.managers.findPasswordLink("link of mg_1", NOW)).toBeDefined();
    });
  });

  test("events of all accounts come newest first, a page at a time, each once", async () => {
    for (let count = 0; count < 7; count++)
      await storage.audit.record({
        ...anEvent("key.refused"),
        at: NOW + Math.floor(count / 3),
        detail: `${count}`,
      });
    const seen: string[] = [];
    let page = await storage.audit.listAll({ limit: 2 });
    while (page.length > 0) {
      seen.push(...page.map(({ detail = "" }) => detail));
      page = await storage.audit.listAll({ limit: 2, after: page.at(-1) });
    }
    expect(seen).toEqual(["6", "5", "4", "3", "2", "1", "0"]);
  });
}
