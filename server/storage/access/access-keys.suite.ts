import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HOUR_MS } from "#contract/instants.ts";
import type { StorageEvent } from "../audit/events.ts";
import { OWN_INTERVIEW } from "../engine/client-interview.ts";
import { aClient, aKey, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import type { StoredKey } from "./access-keys.ts";
import type { Session } from "./sessions.ts";

const anEvent = (kind: StorageEvent["kind"], more: Partial<StorageEvent> = {}): StorageEvent => ({
  at: NOW,
  kind,
  actor: "operator",
  clientId: "cl_1",
  ...more,
});
const aStoredKey = (): StoredKey => ({
  ...aKey(),
  revokedAt: null,
  lastUsedAt: null,
  kind: "lasting",
  boundAt: null,
  browserHash: null,
  mailId: null,
  sessionsUntil: null,
});
const aSession = (tokenHash: string, more: Partial<Session> = {}): Session => ({
  tokenHash,
  sessionId: `se_${tokenHash}`,
  keyId: "KEY01",
  clientId: "cl_1",
  createdAt: NOW,
  lastUsedAt: NOW,
  expiresAt: NOW + 24 * HOUR_MS,
  device: null,
  helperId: null,
  ...more,
});

export function keySuite(open: () => Promise<OpenedStorage>): void {
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open());
  });
  afterEach(() => storage.close());

  describe("clients and keys", () => {
    test("a new database has no clients, and finds none", async () => {
      expect(await storage.clients.hasAny()).toBe(false);
      expect(await storage.clients.list()).toEqual([]);
      expect(await storage.clients.find("cl_1")).toBeUndefined();
      expect(await storage.accessKeys.find("KEY01")).toBeUndefined();
      expect(await storage.accessKeys.list("cl_1")).toEqual([]);
    });

    test("a client is found with the first key, and listed by name", async () => {
      await storage.clients.add(aClient("cl_2", "Zoe"), aKey("KEY02", "cl_2"), []);
      await storage.clients.add(aClient("cl_1", "Ána 👍"), aKey(), []);
      expect(await storage.clients.hasAny()).toBe(true);
      expect(await storage.clients.find("cl_2")).toEqual({
        clientId: "cl_2",
        name: "Zoe",
        createdAt: NOW,
        interview: { interviewId: OWN_INTERVIEW, version: null },
        record: null,
      });
      expect(await storage.accessKeys.find("KEY01")).toEqual(aStoredKey());
      expect((await storage.clients.list()).map(({ clientId }) => clientId).sort()).toEqual(["cl_1", "cl_2"]);
    });

    test("a client has several keys, oldest first", async () => {
      await storage.clients.add(aClient(), aKey("KEY09"), []);
      await storage.accessKeys.add({ ...aKey("KEY01"), createdAt: NOW + 1 }, [
        anEvent("key.issued", { keyId: "KEY01" }),
      ]);
      expect((await storage.accessKeys.list("cl_1")).map(({ keyId }) => keyId)).toEqual(["KEY09", "KEY01"]);
      expect(await storage.audit.list("cl_1")).toEqual([anEvent("key.issued", { keyId: "KEY01" })]);
    });

    test("a key whose id is taken is reported, and nothing is written", async () => {
      await storage.clients.add(aClient(), aKey(), []);
      const added = (clientId: string, keyId: string) => ({
        client: aClient(clientId),
        key: { ...aKey(keyId, clientId), secretHash: `of ${clientId}` },
        events: [anEvent("key.issued")],
      });
      const one = added("cl_2", "KEY01");
      expect(await storage.clients.add(one.client, one.key, one.events)).toEqual(new Set(["KEY01"]));
      expect(await storage.accessKeys.add({ ...aKey(), secretHash: "another" }, one.events)).toEqual(
        new Set(["KEY01"]),
      );
      const shared = ["cl_3", "cl_4"].map((clientId) => added(clientId, "KEY03"));
      expect(await storage.clients.addMany([one, added("cl_5", "KEY05"), ...shared])).toEqual(
        new Set(["KEY01", "KEY03"]),
      );
      expect((await storage.clients.list()).map(({ clientId }) => clientId)).toEqual(["cl_1"]);
      expect(await storage.accessKeys.list("cl_1")).toHaveLength(1);
      expect(await storage.audit.list("cl_1")).toEqual([]);
      expect(await storage.clients.addMany([added("cl_5", "KEY05")])).toEqual(new Set());
    });

    test("a revoked key keeps its time of revocation, and its sessions are gone", async () => {
      await storage.clients.add(aClient(), aKey(), []);
      await storage.accessKeys.add(aKey("KEY02"), []);
      await storage.sessions.open(aSession("t1"), 20, []);
      await storage.sessions.open(aSession("t2", { keyId: "KEY02" }), 20, []);
      await storage.accessKeys.revoke("KEY01", NOW + 5, [anEvent("key.revoked")]);
      expect((await storage.accessKeys.find("KEY01"))?.revokedAt).toBe(NOW + 5);
      expect(await storage.sessions.find("t1")).toBeUndefined();
      expect(await storage.sessions.find("t2")).toEqual({
        ...aSession("t2", { keyId: "KEY02" }),
        interview: { interviewId: OWN_INTERVIEW, version: null },
      });
    });
  });

  describe("sessions", () => {
    beforeEach(() => storage.clients.add(aClient(), aKey(), []));

    test("a new session has what the client needs to know, and marks the key as used", async () => {
      const opened = await storage.sessions.open(aSession("t1", { createdAt: NOW + 7 }), 20, [
        anEvent("session.opened"),
      ]);
      expect(opened).toEqual({ clientName: "Rosa", draftKey: aClient().draftKey, helped: [] });
      expect((await storage.accessKeys.find("KEY01"))?.lastUsedAt).toBe(NOW + 7);
      expect(await storage.audit.list("cl_1")).toEqual([anEvent("session.opened")]);
    });

    test("a revoked key gets no session, and nothing is written", async () => {
      await storage.accessKeys.revoke("KEY01", NOW, []);
      expect(await storage.sessions.open(aSession("t1"), 20, [anEvent("session.opened")])).toBeUndefined();
      expect(await storage.sessions.find("t1")).toBeUndefined();
      expect((await storage.accessKeys.find("KEY01"))?.lastUsedAt).toBeNull();
      expect(await storage.audit.list("cl_1")).toEqual([]);
    });

    test("beyond the maximum per key, the oldest sessions end, never the new one", async () => {
      for (let count = 0; count < 5; count++)
        await storage.sessions.open(aSession(`t${count}`, { createdAt: NOW + count }), 3, []);
      const found = await Promise.all([0, 1, 2, 3, 4].map((count) => storage.sessions.find(`t${count}`)));
      expect(found.map((session) => session !== undefined)).toEqual([false, false, true, true, true]);
      for (const tokenHash of ["z", "a", "m"]) {
        await storage.sessions.open(aSession(tokenHash, { createdAt: NOW }), 1, []);
        expect(await storage.sessions.find(tokenHash)).toBeDefined();
      }
    });

    test("use is recorded, and ending a session removes it", async () => {
      await storage.sessions.open(aSession("t1"), 20, []);
      await storage.sessions.touch("t1", NOW + 9);
      expect((await storage.sessions.find("t1"))?.lastUsedAt).toBe(NOW + 9);
      await storage.sessions.end("t1", [anEvent("session.ended")]);
      expect(await storage.sessions.find("t1")).toBeUndefined();
      expect(await storage.audit.list("cl_1")).toEqual([anEvent("session.ended")]);
    });

    test("sessions past their end or unused for too long are dropped, and the others stay", async () => {
      await storage.sessions.open(aSession("ended", { expiresAt: NOW + 1, lastUsedAt: NOW + 1 }), 20, []);
      await storage.sessions.open(aSession("idle", { lastUsedAt: NOW - HOUR_MS + 1 }), 20, []);
      await storage.sessions.open(aSession("live", { lastUsedAt: NOW - HOUR_MS + 2 }), 20, []);
      await storage.sessions.dropDead(NOW + 1, HOUR_MS);
      const found = await Promise.all(["ended", "idle", "live"].map((token) => storage.sessions.find(token)));
      expect(found.map((session) => session?.tokenHash)).toEqual([undefined, undefined, "live"]);
    });
  });

  describe("all sessions of a client", () => {
    const live = { now: NOW, idleMs: HOUR_MS };
    const endedEvent = (session: Session) =>
      anEvent("session.ended", { keyId: session.keyId, detail: session.sessionId });
    const ids = async (clientId = "cl_1") =>
      (await storage.sessions.list(clientId, live)).map(({ tokenHash }) => tokenHash);
    beforeEach(async () => {
      await storage.clients.add(aClient(), aKey(), []);
      await storage.accessKeys.add(aKey("KEY02"), []);
      await storage.clients.add(aClient("cl_2"), aKey("KEY03", "cl_2"), []);
      await storage.sessions.open(aSession("t1"), 20, []);
      await storage.sessions.open(aSession("t2", { keyId: "KEY02", createdAt: NOW + 5 }), 20, []);
      await storage.sessions.open(aSession("t3", { keyId: "KEY03", clientId: "cl_2" }), 20, []);
    });

    test("are listed newest first, without those that have expired", async () => {
      await storage.sessions.open(aSession("ended", { expiresAt: NOW }), 20, []);
      await storage.sessions.open(aSession("idle", { lastUsedAt: NOW - HOUR_MS }), 20, []);
      expect(await ids()).toEqual(["t2", "t1"]);
      expect(await storage.sessions.list("cl_2", live)).toEqual([
        aSession("t3", { keyId: "KEY03", clientId: "cl_2" }),
      ]);
      expect(await storage.sessions.list("cl_none", live)).toEqual([]);
    });

    test("end by their public names, only in the client's own name", async () => {
      expect(await storage.sessions.endOf("cl_1", { sessionId: "se_t3" }, endedEvent)).toBe(0);
      expect(await storage.audit.list("cl_1")).toEqual([]);
      expect(await storage.sessions.endOf("cl_1", { sessionId: "se_t2" }, endedEvent)).toBe(1);
      expect(await storage.audit.list("cl_1")).toEqual([
        anEvent("session.ended", { keyId: "KEY02", detail: "se_t2" }),
      ]);
      expect([await ids(), await ids("cl_2")]).toEqual([["t1"], ["t3"]]);
    });

    test("are recorded as ended, oldest first", async () => {
      await storage.sessions.open(aSession("t0", { createdAt: NOW + 2 }), 20, []);
      expect(await storage.sessions.endOf("cl_1", "all", endedEvent)).toBe(3);
      const ended = (await storage.audit.list("cl_1")).map(({ detail }) => detail);
      expect(ended.reverse()).toEqual(["se_t1", "se_t0", "se_t2"]);
    });

    test("end except for one, or all together", async () => {
      expect(await storage.sessions.endOf("cl_1", { otherThan: "t1" }, endedEvent)).toBe(1);
      expect(await ids()).toEqual(["t1"]);
      expect(await storage.sessions.endOf("cl_1", "all", endedEvent)).toBe(1);
      expect([await ids(), await ids("cl_2")]).toEqual([[], ["t3"]]);
    });
  });

  describe("peppers", () => {
    beforeEach(() => storage.clients.add(aClient(), aKey(), []));
    const aPin = { clientId: "cl_1", pinHash: "h", pepperId: "p2", setAt: NOW };

    test("are needed by live keys and by PINs", async () => {
      await storage.accessKeys.add({ ...aKey("KEY02"), expiresAt: NOW + 2_000_000 }, []);
      await storage.accessKeys.add({ ...aKey("KEY03"), expiresAt: NOW }, []);
      await storage.accessKeys.add({ ...aKey("KEY04"), pepperId: "p0" }, []);
      await storage.accessKeys.revoke("KEY04", NOW, []);
      await storage.pins.put(aPin, []);
      expect(await storage.accessKeys.listPepperUses(NOW)).toEqual([
        { pepperId: "p1", keys: 2, pins: 0, lastExpiresAt: NOW + 2_000_000 },
        { pepperId: "p2", keys: 0, pins: 1, lastExpiresAt: null },
      ]);
    });

    test("are changed for a key, except for one that was changed meanwhile", async () => {
      await storage.accessKeys.move(aStoredKey(), { secretHash: "new", pepperId: "p2" });
      await storage.accessKeys.move(aStoredKey(), { secretHash: "late", pepperId: "p3" });
      expect(await storage.accessKeys.find("KEY01")).toMatchObject({ secretHash: "new", pepperId: "p2" });
    });
  });

  test("events come newest first, with exactly their own fields", async () => {
    const first = anEvent("client.added");
    const second = anEvent("key.refused", {
      at: NOW + 1,
      actor: "nobody",
      keyId: "KEY01",
      requestId: "r1",
      detail: "expired",
    });
    await storage.audit.record(first);
    await storage.audit.record(second);
    await storage.audit.record(anEvent("key.refused", { clientId: "cl_2" }));
    expect(await storage.audit.list("cl_1")).toEqual([second, first]);
  });
}
