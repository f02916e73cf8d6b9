import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { StorageEvent } from "../audit/events.ts";
import { aClient, aKey, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import type { Session } from "./sessions.ts";

const HOUR_MS = 3_600_000;

const anEvent = (kind: StorageEvent["kind"], more: Partial<StorageEvent> = {}): StorageEvent => ({
  at: NOW,
  kind,
  actor: "operator",
  clientId: "cl_1",
  ...more,
});
const aSession = (tokenHash: string, more: Partial<Session> = {}): Session => ({
  tokenHash,
  sessionId: `se_${tokenHash}`,
  keyId: "KEY01",
  clientId: "cl_1",
  createdAt: NOW,
  lastUsedAt: NOW,
  expiresAt: NOW + 24 * HOUR_MS,
  ...more,
});

export function keySuite(open: () => Promise<OpenedStorage>): void {
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open());
  });
  afterEach(() => storage.close());

  describe("clients and keys", () => {
    test("a new database has no clients, and knows nobody", async () => {
      expect(await storage.hasClients()).toBe(false);
      expect(await storage.listClients()).toEqual([]);
      expect(await storage.findClient("cl_1")).toBeUndefined();
      expect(await storage.findKey("KEY01")).toBeUndefined();
      expect(await storage.listKeys("cl_1")).toEqual([]);
    });

    test("a client is found with the first key, and listed by name", async () => {
      await storage.addClient(aClient("cl_2", "Zoe"), aKey("KEY02", "cl_2"), []);
      await storage.addClient(aClient("cl_1", "Ána 👍"), aKey(), []);
      expect(await storage.hasClients()).toBe(true);
      expect(await storage.findClient("cl_2")).toEqual({
        clientId: "cl_2",
        name: "Zoe",
        createdAt: NOW,
        record: null,
      });
      expect(await storage.findKey("KEY01")).toEqual({ ...aKey(), revokedAt: null, lastUsedAt: null });
      expect((await storage.listClients()).map(({ clientId }) => clientId).sort()).toEqual(["cl_1", "cl_2"]);
    });

    test("a client has several keys, oldest first", async () => {
      await storage.addClient(aClient(), aKey("KEY09"), []);
      await storage.addKey({ ...aKey("KEY01"), createdAt: NOW + 1 }, [
        anEvent("key.issued", { keyId: "KEY01" }),
      ]);
      expect((await storage.listKeys("cl_1")).map(({ keyId }) => keyId)).toEqual(["KEY09", "KEY01"]);
      expect(await storage.listEvents("cl_1")).toEqual([anEvent("key.issued", { keyId: "KEY01" })]);
    });

    test("a key whose id another has is named, and nothing is written", async () => {
      await storage.addClient(aClient(), aKey(), []);
      const added = (clientId: string, keyId: string) => ({
        client: aClient(clientId),
        key: { ...aKey(keyId, clientId), secretHash: `of ${clientId}` },
        events: [anEvent("key.issued")],
      });
      const one = added("cl_2", "KEY01");
      expect(await storage.addClient(one.client, one.key, one.events)).toEqual(new Set(["KEY01"]));
      expect(await storage.addKey({ ...aKey(), secretHash: "another" }, one.events)).toEqual(
        new Set(["KEY01"]),
      );
      const shared = ["cl_3", "cl_4"].map((clientId) => added(clientId, "KEY03"));
      expect(await storage.addClients([one, added("cl_5", "KEY05"), ...shared])).toEqual(
        new Set(["KEY01", "KEY03"]),
      );
      expect((await storage.listClients()).map(({ clientId }) => clientId)).toEqual(["cl_1"]);
      expect(await storage.listKeys("cl_1")).toHaveLength(1);
      expect(await storage.listEvents("cl_1")).toEqual([]);
      expect(await storage.addClients([added("cl_5", "KEY05")])).toEqual(new Set());
    });

    test("a revoked key keeps the instant, and its sessions are gone", async () => {
      await storage.addClient(aClient(), aKey(), []);
      await storage.addKey(aKey("KEY02"), []);
      await storage.openSession(aSession("t1"), 20, []);
      await storage.openSession(aSession("t2", { keyId: "KEY02" }), 20, []);
      await storage.revokeKey("KEY01", NOW + 5, [anEvent("key.revoked")]);
      expect((await storage.findKey("KEY01"))?.revokedAt).toBe(NOW + 5);
      expect(await storage.findSession("t1")).toBeUndefined();
      expect(await storage.findSession("t2")).toEqual(aSession("t2", { keyId: "KEY02" }));
    });
  });

  describe("sessions", () => {
    beforeEach(() => storage.addClient(aClient(), aKey(), []));

    test("a new one tells what the client needs to know, and marks the key as used", async () => {
      const opened = await storage.openSession(aSession("t1", { createdAt: NOW + 7 }), 20, [
        anEvent("session.opened"),
      ]);
      expect(opened).toEqual({ clientName: "Rosa", draftKey: aClient().draftKey });
      expect((await storage.findKey("KEY01"))?.lastUsedAt).toBe(NOW + 7);
      expect(await storage.listEvents("cl_1")).toEqual([anEvent("session.opened")]);
    });

    test("there is none for a key that has been revoked, and nothing is written", async () => {
      await storage.revokeKey("KEY01", NOW, []);
      expect(await storage.openSession(aSession("t1"), 20, [anEvent("session.opened")])).toBeUndefined();
      expect(await storage.findSession("t1")).toBeUndefined();
      expect((await storage.findKey("KEY01"))?.lastUsedAt).toBeNull();
      expect(await storage.listEvents("cl_1")).toEqual([]);
    });

    test("beyond the most of a key, the oldest end, never the new one", async () => {
      for (let count = 0; count < 5; count++)
        await storage.openSession(aSession(`t${count}`, { createdAt: NOW + count }), 3, []);
      const found = await Promise.all([0, 1, 2, 3, 4].map((count) => storage.findSession(`t${count}`)));
      expect(found.map((session) => session !== undefined)).toEqual([false, false, true, true, true]);
      for (const tokenHash of ["z", "a", "m"]) {
        await storage.openSession(aSession(tokenHash, { createdAt: NOW }), 1, []);
        expect(await storage.findSession(tokenHash)).toBeDefined();
      }
    });

    test("use is noted, an end removes it", async () => {
      await storage.openSession(aSession("t1"), 20, []);
      await storage.touchSession("t1", NOW + 9);
      expect((await storage.findSession("t1"))?.lastUsedAt).toBe(NOW + 9);
      await storage.endSession("t1", [anEvent("session.ended")]);
      expect(await storage.findSession("t1")).toBeUndefined();
      expect(await storage.listEvents("cl_1")).toEqual([anEvent("session.ended")]);
    });

    test("those past their end or too long unused are dropped, the others stay", async () => {
      await storage.openSession(aSession("ended", { expiresAt: NOW + 1, lastUsedAt: NOW + 1 }), 20, []);
      await storage.openSession(aSession("idle", { lastUsedAt: NOW - HOUR_MS + 1 }), 20, []);
      await storage.openSession(aSession("live", { lastUsedAt: NOW - HOUR_MS + 2 }), 20, []);
      await storage.dropDeadSessions(NOW + 1, HOUR_MS);
      const found = await Promise.all(["ended", "idle", "live"].map((token) => storage.findSession(token)));
      expect(found.map((session) => session?.tokenHash)).toEqual([undefined, undefined, "live"]);
    });
  });

  describe("all sessions of a client", () => {
    const live = { now: NOW, idleMs: HOUR_MS };
    const told = (session: Session) =>
      anEvent("session.ended", { keyId: session.keyId, detail: session.sessionId });
    const ids = async (clientId = "cl_1") =>
      (await storage.listSessions(clientId, live)).map(({ tokenHash }) => tokenHash);
    beforeEach(async () => {
      await storage.addClient(aClient(), aKey(), []);
      await storage.addKey(aKey("KEY02"), []);
      await storage.addClient(aClient("cl_2"), aKey("KEY03", "cl_2"), []);
      await storage.openSession(aSession("t1"), 20, []);
      await storage.openSession(aSession("t2", { keyId: "KEY02", createdAt: NOW + 5 }), 20, []);
      await storage.openSession(aSession("t3", { keyId: "KEY03", clientId: "cl_2" }), 20, []);
    });

    test("are listed with the newest first, without those that have ended by themselves", async () => {
      await storage.openSession(aSession("ended", { expiresAt: NOW }), 20, []);
      await storage.openSession(aSession("idle", { lastUsedAt: NOW - HOUR_MS }), 20, []);
      expect(await ids()).toEqual(["t2", "t1"]);
      expect(await storage.listSessions("cl_2", live)).toEqual([
        aSession("t3", { keyId: "KEY03", clientId: "cl_2" }),
      ]);
      expect(await storage.listSessions("cl_none", live)).toEqual([]);
    });

    test("end by their public names, in the client's own name only", async () => {
      expect(await storage.endSessionsOf("cl_1", { sessionId: "se_t3" }, told)).toBe(0);
      expect(await storage.listEvents("cl_1")).toEqual([]);
      expect(await storage.endSessionsOf("cl_1", { sessionId: "se_t2" }, told)).toBe(1);
      expect(await storage.listEvents("cl_1")).toEqual([
        anEvent("session.ended", { keyId: "KEY02", detail: "se_t2" }),
      ]);
      expect([await ids(), await ids("cl_2")]).toEqual([["t1"], ["t3"]]);
    });

    test("are told to have ended with the oldest first", async () => {
      await storage.openSession(aSession("t0", { createdAt: NOW + 2 }), 20, []);
      expect(await storage.endSessionsOf("cl_1", "all", told)).toBe(3);
      const ended = (await storage.listEvents("cl_1")).map(({ detail }) => detail);
      expect(ended.reverse()).toEqual(["se_t1", "se_t0", "se_t2"]);
    });

    test("end but for one, or altogether", async () => {
      expect(await storage.endSessionsOf("cl_1", { otherThan: "t1" }, told)).toBe(1);
      expect(await ids()).toEqual(["t1"]);
      expect(await storage.endSessionsOf("cl_1", "all", told)).toBe(1);
      expect([await ids(), await ids("cl_2")]).toEqual([[], ["t3"]]);
    });
  });

  describe("peppers", () => {
    beforeEach(() => storage.addClient(aClient(), aKey(), []));
    const aPin = { clientId: "cl_1", pinHash: "h", pepperId: "p2", setAt: NOW };

    test("are needed by the keys that are live, and by PINs", async () => {
      await storage.addKey({ ...aKey("KEY02"), expiresAt: NOW + 2_000_000 }, []);
      await storage.addKey({ ...aKey("KEY03"), expiresAt: NOW }, []);
      await storage.addKey({ ...aKey("KEY04"), pepperId: "p0" }, []);
      await storage.revokeKey("KEY04", NOW, []);
      await storage.putPin(aPin, []);
      expect(await storage.listPepperUses(NOW)).toEqual([
        { pepperId: "p1", keys: 2, pins: 0, lastExpiresAt: NOW + 2_000_000 },
        { pepperId: "p2", keys: 0, pins: 1, lastExpiresAt: null },
      ]);
    });

    test("are changed for a key, but not for one that has been changed meanwhile", async () => {
      await storage.moveKey(
        { ...aKey(), revokedAt: null, lastUsedAt: null },
        { secretHash: "new", pepperId: "p2" },
      );
      await storage.moveKey(
        { ...aKey(), revokedAt: null, lastUsedAt: null },
        { secretHash: "late", pepperId: "p3" },
      );
      expect(await storage.findKey("KEY01")).toMatchObject({ secretHash: "new", pepperId: "p2" });
    });
  });

  test("events come newest first, with what they have and nothing else", async () => {
    const first = anEvent("client.added");
    const second = anEvent("key.refused", {
      at: NOW + 1,
      actor: "nobody",
      keyId: "KEY01",
      requestId: "r1",
      detail: "expired",
    });
    await storage.recordEvent(first);
    await storage.recordEvent(second);
    await storage.recordEvent(anEvent("key.refused", { clientId: "cl_2" }));
    expect(await storage.listEvents("cl_1")).toEqual([second, first]);
  });

  test("every interview that was ever asked is remembered, once", async () => {
    const [old, current] = [{ sections: [] }, { sections: [] }] as never[];
    expect(await storage.rememberInterview("h1", old as never, NOW)).toEqual([]);
    expect(await storage.rememberInterview("h1", old as never, NOW)).toEqual([]);
    expect(await storage.rememberInterview("h2", current as never, NOW + 1)).toEqual([old]);
    expect(await storage.rememberInterview("h1", old as never, NOW + 2)).toEqual([current]);
  });

  test("interviews that were asked first in one millisecond come by their hashes", async () => {
    const asked = (hash: string) => ({ sections: [], hash }) as never;
    for (const hash of ["h2", "h3", "h1"]) await storage.rememberInterview(hash, asked(hash), NOW);
    const earlier = await storage.rememberInterview("h0", asked("h0"), NOW);
    expect(earlier).toEqual(["h1", "h2", "h3"].map(asked));
  });
}
