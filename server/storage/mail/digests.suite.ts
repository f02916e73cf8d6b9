import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_MAIL } from "#contract/manage/mail/mail.ts";
import { aLink, aManager } from "../managers/managers.suite.ts";
import { NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";

export function digestSuite(open: () => Promise<OpenedStorage>): void {
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open());
    await storage.managers.add(aManager(), aLink(), []);
  });
  afterEach(() => storage.close());

  const use = (managerId = "mg_1") => {
    const times = { createdAt: NOW, lastUsedAt: NOW, expiresAt: NOW + 9 };
    const session = { tokenHash: `t_${managerId}`, managerId, way: "link" as const, ...times };
    return storage.managerSessions.open(
      { ...session, address: null, device: null, browserHash: null },
      9,
      [],
    );
  };
  const choose = (choices: Partial<typeof DEFAULT_MAIL>, at = NOW) =>
    storage.mail.putChoices({ managerId: "mg_1", at, choices: { ...DEFAULT_MAIL, ...choices } }, []);
  const readers = () => storage.mail.listDigestReaders();
  const settle = (day: string, isEmpty = false) =>
    storage.mail.putDigest({ managerId: "mg_1", day, isEmpty, at: NOW });
  const log = () => storage.mail.list({ scope: "all", limit: 9 });

  describe("the managers who receive a digest", () => {
    test("are those who never chose, once their account has been used", async () => {
      expect(await readers()).toEqual([]);
      await use();
      expect(await readers()).toEqual([
        { managerId: "mg_1", role: "manager", timeZone: null, digestedOn: null, since: NOW },
      ]);
    });

    test("are those who chose it, from then on", async () => {
      await choose({ digest: true }, NOW + 5);
      expect(await readers()).toMatchObject([{ managerId: "mg_1", since: NOW + 5 }]);
      await choose({ digest: false });
      expect(await readers()).toEqual([]);
    });

    test("have a time zone once their browser reported it, and are no longer listed once they are revoked", async () => {
      await use();
      await storage.managers.noteTimeZone("mg_1", "Asia/Kolkata");
      expect(await readers()).toMatchObject([{ timeZone: "Asia/Kolkata" }]);
      await storage.managers.revoke({ managerId: "mg_1", at: NOW }, []);
      expect(await readers()).toEqual([]);
    });
  });

  describe("a day of digests", () => {
    test("is settled once, with one mail, however many servers plan it", async () => {
      const settled = await Promise.all([1, 2, 3].map(() => settle("2026-11-25")));
      expect(settled.toSorted()).toEqual([false, false, true]);
      expect(await log()).toMatchObject([
        { kind: "digest", clientId: null, managerId: "mg_1", state: "waiting", nextAt: NOW },
      ]);
      expect(await settle("2026-11-26")).toBe(true);
      expect(await log()).toHaveLength(2);
    });

    test("without clients is settled without a mail", async () => {
      expect(await settle("2026-11-25", true)).toBe(true);
      expect(await settle("2026-11-25")).toBe(false);
      expect(await log()).toEqual([]);
    });

    test("before a settled one is settled too, wherever the manager has traveled", async () => {
      await settle("2026-11-25");
      expect(await settle("2026-11-24")).toBe(false);
      expect(await log()).toHaveLength(1);
    });

    test("of a manager who is revoked has no mail", async () => {
      await storage.managers.revoke({ managerId: "mg_1", at: NOW }, []);
      expect(await settle("2026-11-25")).toBe(false);
      expect(await log()).toEqual([]);
    });
  });

  test("a waiting mail has its reader, with their zone, until they are revoked", async () => {
    await storage.managers.noteTimeZone("mg_1", "Asia/Kolkata");
    await settle("2026-11-25");
    const mailId = (await log())[0]?.mailId ?? "";
    expect(await storage.mail.findDue(mailId)).toMatchObject({
      clientId: null,
      isToClient: false,
      isHandedOver: false,
      reader: { managerId: "mg_1", role: "manager", timeZone: "Asia/Kolkata" },
    });
    await storage.managers.revoke({ managerId: "mg_1", at: NOW }, []);
    expect((await storage.mail.findDue(mailId))?.recipient).toBeNull();
  });
}
