import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#contract/instants.ts";
import { HELPERS_MAX } from "#contract/limits.ts";
import type { StorageEvent } from "../audit/events.ts";
import { aClient, aKey, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";

const event = (kind: StorageEvent["kind"], keyId: string): StorageEvent => ({
  at: NOW,
  kind,
  actor: "cl_1",
  clientId: "cl_1",
  keyId,
});

export function helperSuite(open: () => Promise<OpenedStorage>): void {
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open());
    await storage.clients.add(aClient(), aKey(), []);
  });
  afterEach(() => storage.close());

  const helperKey = (keyId: string) => ({
    ...aKey(keyId),
    createdAt: NOW,
    expiresAt: NOW + 14 * DAY_MS,
    kind: "helper" as const,
  });
  const add = (helperId: string, more: object = {}) =>
    storage.helpers.add(
      {
        helper: {
          helperId,
          sectionId: "money",
          name: "Dana",
          seesAll: false,
          draftKey: `of ${helperId}`,
          ...more,
        },
        key: helperKey(`K-${helperId}`),
      },
      [],
    );
  let tries = 0;
  const signIn = (keyId: string, isHelpers: boolean) => {
    const tokenHash = `token ${++tries}`;
    const session = {
      tokenHash,
      sessionId: `se ${tries}`,
      keyId,
      clientId: "cl_1",
      createdAt: NOW,
      lastUsedAt: NOW,
      expiresAt: NOW + HOUR_MS,
      ...(isHelpers && { isHelpers, browserHash: "b1" }),
    };
    return storage.sessions.open(session, 20, []);
  };
  const sessions = () => storage.sessions.list("cl_1", { now: NOW, idleMs: HOUR_MS });

  describe("a helper", () => {
    test("is listed with their key, and found only by their own client", async () => {
      expect(await add("h1")).toBeUndefined();
      const helper = {
        helperId: "h1",
        clientId: "cl_1",
        keyId: "K-h1",
        sectionId: "money",
        name: "Dana",
        seesAll: false,
        addedAt: NOW,
        doneAt: null,
      };
      const key = { expiresAt: NOW + 14 * DAY_MS, revokedAt: null, boundAt: null };
      expect(await storage.helpers.list("cl_1")).toEqual([{ ...helper, ...key }]);
      expect(await storage.helpers.find("cl_1", "h1")).toEqual(helper);
      expect(await storage.helpers.find("cl_2", "h1")).toBeUndefined();
    });

    test("has one name in a section, and can help with another", async () => {
      await add("h1");
      expect(await add("h2")).toBe("exists");
      expect(await add("h3", { sectionId: "tools" })).toBeUndefined();
      expect(await add("h4", { name: "Luis" })).toBeUndefined();
    });

    test("counts toward a limit", async () => {
      for (let count = 0; count < HELPERS_MAX; count++) await add(`h${count}`, { name: `Dana ${count}` });
      expect(await add("more", { name: "One more" })).toBe("full");
      expect(await storage.accessKeys.find("K-more")).toBeUndefined();
    });

    test("signs in to their own session, which does not count as the client's visit", async () => {
      await add("h1");
      expect(await signIn("K-h1", true)).toMatchObject({ draftKey: "of h1", helper: { name: "Dana" } });
      expect(await sessions()).toEqual([]);
      expect((await storage.sessions.find(`token ${tries}`))?.helperId).toBe("h1");
      expect((await storage.clients.findManaged("all", "cl_1"))?.lastSeenAt).toBeNull();
      await storage.sessions.touch(`token ${tries}`, NOW + 1);
      expect((await storage.clients.findManaged("all", "cl_1"))?.lastSeenAt).toBeNull();
    });

    test("stays signed in when the client signs out elsewhere", async () => {
      await add("h1");
      await signIn("K-h1", true);
      const helpers = `token ${tries}`;
      await storage.sessions.endOf("cl_1", { otherThan: "another" }, () => event("session.ended", "K-h1"));
      expect(await storage.sessions.find(helpers)).toBeDefined();
      await storage.sessions.endOf("cl_1", "all", () => event("session.ended", "K-h1"));
      expect(await storage.sessions.find(helpers)).toBeUndefined();
    });

    test("can get a new link, which replaces the previous one and its sessions", async () => {
      await add("h1");
      await signIn("K-h1", true);
      const before = `token ${tries}`;
      const renewed = await storage.helpers.renew(
        { clientId: "cl_1", helperId: "h1", at: NOW },
        helperKey("K-new"),
        (ended) => [event("key.revoked", ended)],
      );
      expect(renewed).toBeUndefined();
      expect(await storage.sessions.find(before)).toBeUndefined();
      expect((await storage.accessKeys.find("K-h1"))?.revokedAt).toBe(NOW);
      expect(await signIn("K-h1", true)).toBeUndefined();
      expect(await signIn("K-new", true)).toMatchObject({ draftKey: "of h1" });
      const gone = { clientId: "cl_1", helperId: "h2", at: NOW };
      expect(await storage.helpers.renew(gone, helperKey("K-gone"), () => [])).toBe("gone");
    });

    test("loses access at once", async () => {
      await add("h1");
      await signIn("K-h1", true);
      const ended = { clientId: "cl_1", helperId: "h1", at: NOW };
      expect(
        await storage.helpers.remove({ ...ended, clientId: "cl_2" }, (id) => event("key.revoked", id)),
      ).toBe(false);
      expect(await storage.helpers.remove(ended, (id) => event("key.revoked", id))).toBe(true);
      expect(await storage.sessions.find(`token ${tries}`)).toBeUndefined();
      expect(await storage.helpers.list("cl_1")).toEqual([]);
      expect(await storage.helpers.remove(ended, (id) => event("key.revoked", id))).toBe(false);
      expect((await storage.audit.list("cl_1")).filter(({ kind }) => kind === "key.revoked")).toHaveLength(1);
    });

    test("is revoked with a key of the client, which may have been in the wrong hands", async () => {
      await add("h1");
      await storage.accessKeys.revoke("KEY01", NOW + 1, [event("key.revoked", "KEY01")]);
      expect((await storage.helpers.list("cl_1"))[0]).toMatchObject({ revokedAt: NOW + 1 });
    });
  });
}
