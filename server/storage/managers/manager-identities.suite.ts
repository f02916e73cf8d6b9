import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { StorageEvent } from "../audit/events.ts";
import { NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import { aLink, aManager, aSession } from "./managers.suite.ts";

const ISSUER = "https://id.example.com/";
const anEvent = (kind: StorageEvent["kind"]): StorageEvent => ({ at: NOW, kind, actor: "mg_1" });

export function managerIdentitySuite(open: () => Promise<OpenedStorage>): void {
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open());
    for (const managerId of ["mg_1", "mg_2"])
      await storage.managers.add(aManager(managerId), aLink(managerId), []);
  });
  afterEach(() => storage.close());

  const link = (managerId: string, subject: string, issuer = ISSUER) =>
    storage.identities.link({ issuer, subject, managerId, linkedAt: NOW }, [anEvent("manager.linked")]);
  const ownerOf = async (subject: string, issuer = ISSUER) =>
    (await storage.identities.findManager({ issuer, subject }))?.managerId;
  const kinds = async () => (await storage.audit.listAll({ limit: 100 })).map(({ kind }) => kind);

  test("a person of the provider is found by exact issuer and subject together", async () => {
    expect(await link("mg_1", "Anna")).toBe(true);
    expect(await ownerOf("Anna")).toBe("mg_1");
    expect(await ownerOf("anna")).toBeUndefined();
    expect(await ownerOf("Anna", "https://other.example.com/")).toBeUndefined();
    expect(await storage.identities.listLinked(ISSUER)).toEqual(["mg_1"]);
    expect(await storage.identities.isLinked("mg_1", ISSUER)).toBe(true);
    expect(await storage.identities.isLinked("mg_2", ISSUER)).toBe(false);
    expect(await storage.identities.isLinked("mg_1", "https://other.example.com/")).toBe(false);
  });

  test("linking the same person twice, also at once, has the effect of once, and writes one event", async () => {
    expect(await Promise.all([link("mg_1", "anna"), link("mg_1", "anna")])).toEqual([true, true]);
    expect(await kinds()).toEqual(["manager.linked"]);
  });

  test("an account has one person at a provider, and a person one account", async () => {
    await link("mg_1", "anna");
    expect(await link("mg_1", "eve")).toBe(false);
    expect(await link("mg_2", "anna")).toBe(false);
    expect([await ownerOf("anna"), await ownerOf("eve")]).toEqual(["mg_1", undefined]);
    expect(await link("mg_1", "eve", "https://other.example.com/")).toBe(true);
    expect(await kinds()).toEqual(["manager.linked", "manager.linked"]);
  });

  describe("unlinking", () => {
    test("ends the account's sessions and lets another person be linked", async () => {
      await link("mg_1", "anna");
      await storage.managerSessions.open(aSession("s1"), 20, []);
      await storage.managerSessions.open(aSession("s2", { managerId: "mg_2" }), 20, []);
      expect(await storage.identities.unlink("mg_1", ISSUER, [anEvent("manager.unlinked")])).toBe(true);
      expect(await ownerOf("anna")).toBeUndefined();
      expect(await storage.managerSessions.find("s1")).toBeUndefined();
      expect(await storage.managerSessions.find("s2")).toBeDefined();
      expect(await link("mg_1", "eve")).toBe(true);
    });

    test("without a link writes nothing and ends no session", async () => {
      await storage.managerSessions.open(aSession("s1"), 20, []);
      await link("mg_1", "anna", "https://other.example.com/");
      expect(await storage.identities.unlink("mg_1", ISSUER, [anEvent("manager.unlinked")])).toBe(false);
      expect(await storage.managerSessions.find("s1")).toBeDefined();
      expect(await kinds()).toEqual(["manager.linked"]);
    });
  });

  test("a revoked account keeps its person, who can sign in again when it is restored", async () => {
    await link("mg_1", "anna");
    await storage.managers.revoke({ managerId: "mg_1", at: NOW }, []);
    expect(await storage.identities.findManager({ issuer: ISSUER, subject: "anna" })).toMatchObject({
      revokedAt: NOW,
    });
  });
}
