import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/instants.ts";
import { PASSKEYS_MAX } from "#contract/limits.ts";
import type { StorageEvent } from "../audit/events.ts";
import { aClient, aKey, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";

const aPasskey = (credentialId: string) => ({ credentialId, publicKey: "cose", uses: 0, device: "iPhone" });
const revoked = (keyId: string): StorageEvent => ({
  at: NOW,
  kind: "key.revoked",
  actor: "cl_1",
  clientId: "cl_1",
  keyId,
});

export function passkeySuite(open: () => Promise<OpenedStorage>): void {
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open());
    await storage.clients.add(aClient(), aKey(), []);
  });
  afterEach(() => storage.close());

  const add = (keyId: string, credentialId = `credential of ${keyId}`, at = NOW) => {
    const key = { ...aKey(keyId), createdAt: at, expiresAt: at + 365 * DAY_MS, kind: "passkey" as const };
    return storage.accessKeys.addPasskey({ key, passkey: aPasskey(credentialId) }, [], revoked);
  };
  let tries = 0;
  const signIn = (keyId: string, challengeHash: string, uses = 1) =>
    storage.sessions.open(
      {
        tokenHash: `token ${++tries}`,
        sessionId: `se ${tries}`,
        keyId,
        clientId: "cl_1",
        createdAt: NOW,
        lastUsedAt: NOW,
        expiresAt: NOW + HOUR_MS,
        passkeyUse: { challengeHash, endsAt: NOW + MINUTE_MS, uses },
      },
      20,
      [],
    );
  const idsOf = async (at = NOW) =>
    (await storage.accessKeys.listPasskeys("cl_1", at)).map(({ keyId }) => keyId);
  const sessions = () => storage.sessions.list("cl_1", { now: NOW, idleMs: HOUR_MS });

  describe("a passkey", () => {
    test("is found by its credential, together with its key", async () => {
      expect(await add("PASS1", "one")).toBeUndefined();
      expect(await storage.accessKeys.findPasskey("one")).toMatchObject({
        ...aPasskey("one"),
        keyId: "PASS1",
        clientId: "cl_1",
        kind: "passkey",
        revokedAt: null,
      });
      expect(await storage.accessKeys.findPasskey("another")).toBeUndefined();
    });

    test("is added once, under an unused id", async () => {
      await add("PASS1", "one");
      expect(await add("PASS2", "one")).toBe("passkey-taken");
      expect(await add("KEY01", "two")).toBe("key-taken");
      expect(await idsOf()).toEqual(["PASS1"]);
    });

    test("added by many requests at once is added once", async () => {
      const outcomes = await Promise.all(["PASS1", "PASS2", "PASS3"].map((keyId) => add(keyId, "one")));
      expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(1);
      expect(await idsOf()).toHaveLength(1);
    });

    test("replaces the oldest where there are too many, whose sessions end", async () => {
      for (let count = 0; count < PASSKEYS_MAX; count++) await add(`PASS${count}`, `${count}`, NOW + count);
      await signIn("PASS0", "first");
      await signIn("PASS1", "second");
      await add("PASSX", "x", NOW + PASSKEYS_MAX);
      expect(await idsOf(NOW + PASSKEYS_MAX)).not.toContain("PASS0");
      expect((await sessions()).map(({ keyId }) => keyId)).toEqual(["PASS1"]);
    });

    test("answers a challenge once, also where two answers arrive together", async () => {
      await add("PASS1", "one");
      const opened = await Promise.all([signIn("PASS1", "c1"), signIn("PASS1", "c1")]);
      expect(opened.filter((session) => session !== undefined)).toHaveLength(1);
      expect(await storage.accessKeys.findPasskey("one")).toMatchObject({ uses: 1, lastUsedAt: NOW });
      expect(await signIn("PASS1", "c2", 9)).toBeDefined();
      expect(await storage.accessKeys.findPasskey("one")).toMatchObject({ uses: 9 });
    });

    test("is remembered with its challenge until the challenge expires", async () => {
      await add("PASS1", "one");
      await signIn("PASS1", "c1");
      await storage.accessKeys.dropOldChallenges(NOW + MINUTE_MS - 1);
      expect(await signIn("PASS1", "c1")).toBeUndefined();
      await storage.accessKeys.dropOldChallenges(NOW + MINUTE_MS);
      expect(await signIn("PASS1", "c1")).toBeDefined();
    });

    test.each(["lasting", "mailed"] as const)("goes with each %s key, as do its sessions", async (kind) => {
      await storage.accessKeys.add({ ...aKey("KEY02"), kind }, []);
      await add("PASS1");
      await signIn("PASS1", "c1");
      await storage.accessKeys.revoke("KEY02", NOW + 1, [revoked("KEY02")]);
      expect(await idsOf()).toEqual([]);
      expect(await sessions()).toEqual([]);
      expect(await signIn("PASS1", "c2")).toBeUndefined();
    });

    test("can be revoked without any side effect", async () => {
      await add("PASS1");
      await add("PASS2");
      await storage.accessKeys.revoke("PASS1", NOW + 1, []);
      expect(await idsOf()).toEqual(["PASS2"]);
      expect(await storage.accessKeys.find("KEY01")).toMatchObject({ revokedAt: null });
    });

    test("needs no pepper", async () => {
      const before = await storage.accessKeys.listPepperUses(NOW);
      await add("PASS1");
      expect(await storage.accessKeys.listPepperUses(NOW)).toEqual(before);
    });
  });
}
