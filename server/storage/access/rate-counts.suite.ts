import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { aClient, aKey, NOW, type OpenedStorage } from "../storage.suite.ts";

export function limitSuite(open: () => Promise<OpenedStorage>): void {
  let storage: OpenedStorage["storage"];
  beforeEach(async () => {
    ({ storage } = await open());
  });
  afterEach(() => storage.close());

  describe("a count", () => {
    const countUp = (name: string, by: number, now = NOW) =>
      storage.limits.countUp(name, { by, now, windowMs: 1_000 });

    test("adds up until its window ends, and then starts over", async () => {
      expect(await countUp("a", 1)).toEqual({ used: 1, endsAt: NOW + 1_000 });
      expect(await countUp("a", 5, NOW + 999)).toEqual({ used: 6, endsAt: NOW + 1_000 });
      expect(await countUp("b", 2)).toEqual({ used: 2, endsAt: NOW + 1_000 });
      expect(await storage.limits.read("a", NOW + 999)).toEqual({ used: 6, endsAt: NOW + 1_000 });
      expect(await storage.limits.read("a", NOW + 1_000)).toEqual({ used: 0, endsAt: 0 });
      expect(await countUp("a", 1, NOW + 1_000)).toEqual({ used: 1, endsAt: NOW + 2_000 });
    });

    test("loses none of many simultaneous additions", async () => {
      const counts = await Promise.all(Array.from({ length: 40 }, () => countUp("a", 1)));
      expect(counts.map(({ used }) => used).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 40 }, (_, place) => place + 1),
      );
    });

    test("is dropped when its window is over", async () => {
      await countUp("a", 1);
      await countUp("b", 1, NOW + 500);
      await storage.limits.dropOld(NOW + 1_000);
      expect(await countUp("a", 1, NOW)).toMatchObject({ used: 1 });
      expect(await countUp("b", 1, NOW + 500)).toMatchObject({ used: 2 });
    });
  });

  describe("a wrong key", () => {
    const refuse = (now = NOW, keyId = "KEY01") =>
      storage.accessKeys.refuse({ keyId, now, waitMs: (failures) => (failures < 3 ? 0 : failures * 100) }, [
        { at: now, kind: "key.refused", actor: "nobody", keyId },
      ]);
    const refused = async () =>
      (await storage.audit.listAll({ limit: 100 })).filter(({ kind }) => kind === "key.refused").length;

    test("is counted, and after some of them the next one is blocked for longer and longer", async () => {
      expect([await refuse(), await refuse(), await refuse()]).toEqual([0, 0, 0]);
      expect(await refuse(NOW + 100)).toBe(200);
      expect(await refused()).toBe(3);
      expect(await refuse(NOW + 300)).toBe(0);
      expect(await refuse(NOW + 301)).toBe(399);
      expect(await refuse(NOW, "KEY02")).toBe(0);
    });

    test("is checked by a server whose clock is behind that of the previous one", async () => {
      expect([await refuse(NOW + 50), await refuse(NOW)]).toEqual([0, 0]);
      expect(await refused()).toBe(2);
    });

    test("is forgotten when the right key is used, and a day after its wait", async () => {
      await storage.clients.add(aClient(), aKey(), []);
      for (let time = 0; time < 3; time++) await refuse();
      const session = {
        tokenHash: "t",
        sessionId: "se_1",
        keyId: "KEY01",
        clientId: "cl_1",
        createdAt: NOW,
        lastUsedAt: NOW,
        expiresAt: NOW + 1,
      };
      await storage.sessions.open(session, 20, []);
      expect(await refuse()).toBe(0);
      for (let time = 0; time < 3; time++) await refuse(NOW, "KEY02");
      await storage.accessKeys.dropOldWaits(NOW + 86_400_000);
      expect(await refuse(NOW, "KEY02")).toBe(300);
      await storage.accessKeys.dropOldWaits(NOW + 2 * 86_400_000);
      expect(await refuse(NOW, "KEY02")).toBe(0);
    });
  });
}
