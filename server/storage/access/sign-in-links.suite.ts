import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/instants.ts";
import { LINK_USED_SOON_MS, UNBOUND_LINKS_MAX } from "#contract/limits.ts";
import type { MailKind } from "#contract/manage/mail/mail.ts";
import { aClient, aKey, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";

const EMAIL = "rosa@bakery.example";

export function signInLinkSuite(open: () => Promise<OpenedStorage>): void {
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open());
    await storage.managers.add(
      { managerId: "mg_1", name: "Mia", email: "mia@a.example", role: "manager", createdAt: NOW },
      { tokenHash: "mg_1", managerId: "mg_1", createdAt: NOW, expiresAt: NOW },
      [],
    );
    await storage.clients.add({ ...aClient(), email: EMAIL, managerId: "mg_1" }, aKey(), []);
  });
  afterEach(() => storage.close());

  const addLink = (keyId: string, at = NOW, mailId: string | null = null) =>
    storage.accessKeys.add(
      { ...aKey(keyId), createdAt: at, expiresAt: at + 7 * DAY_MS, kind: "mailed", mailId },
      [],
    );
  const signIn = (keyId: string, browserHash: string | undefined, at = NOW) =>
    storage.sessions.open(
      {
        tokenHash: `${keyId} ${browserHash} ${at}`,
        sessionId: `se ${keyId} ${browserHash} ${at}`,
        keyId,
        clientId: "cl_1",
        createdAt: at,
        lastUsedAt: at,
        expiresAt: at + HOUR_MS,
        ...(browserHash !== undefined && { browserHash }),
      },
      20,
      [],
    );
  const keyOf = (keyId: string) => storage.accessKeys.find(keyId);
  const opened = { clientName: "Rosa", draftKey: expect.any(String), helped: [] };

  describe("a sign-in link", () => {
    test("belongs to the first browser that uses it, and keeps working there", async () => {
      await addLink("LINK1");
      expect(await signIn("LINK1", "b1", NOW + 1)).toEqual(opened);
      expect(await signIn("LINK1", "b2", NOW + 2)).toBe("bound");
      expect(await signIn("LINK1", "b1", NOW + 3)).toEqual(opened);
      expect(await keyOf("LINK1")).toMatchObject({
        boundAt: NOW + 1,
        browserHash: "b1",
        lastUsedAt: NOW + 3,
      });
      expect(await storage.sessions.list("cl_1", { now: NOW + 4, idleMs: HOUR_MS })).toHaveLength(2);
    });

    test("used by two browsers at once belongs to one of them", async () => {
      await addLink("LINK1");
      const results = await Promise.all(["b1", "b2", "b3"].map((browser) => signIn("LINK1", browser)));
      expect(results.filter((result) => result === "bound")).toHaveLength(2);
    });

    test("that was revoked belongs to no browser", async () => {
      await addLink("LINK1");
      await storage.accessKeys.revoke("LINK1", NOW, []);
      expect(await signIn("LINK1", "b1")).toBeUndefined();
      expect(await keyOf("LINK1")).toMatchObject({ boundAt: null, browserHash: null });
    });

    test(`replaces the oldest of ${UNBOUND_LINKS_MAX} unused ones, and none that is in use`, async () => {
      await addLink("USED0", NOW - 1);
      await signIn("USED0", "b1");
      for (let count = 1; count <= UNBOUND_LINKS_MAX + 1; count++) await addLink(`LINK${count}`, NOW + count);
      const states = await Promise.all(["USED0", "LINK1", "LINK2", "LINK6"].map(keyOf));
      expect(states.map((key) => key?.revokedAt)).toEqual([null, NOW + 6, null, null]);
    });

    test("of a mail that is tried again replaces only the link of the earlier try", async () => {
      await addLink("LINK1", NOW, "ml_1");
      for (let count = 2; count <= UNBOUND_LINKS_MAX + 3; count++)
        await addLink(`LINK${count}`, NOW + count, "ml_2");
      const last = `LINK${UNBOUND_LINKS_MAX + 3}`;
      expect(await Promise.all(["LINK1", "LINK2", last].map(keyOf))).toMatchObject([
        { revokedAt: null },
        undefined,
        { revokedAt: null },
      ]);
    });

    test("that no browser has used is removed when the client's address changes", async () => {
      await addLink("LINK1");
      await addLink("USED0");
      await signIn("USED0", "b1");
      await storage.clients.change("cl_1", { name: "Rosa B." }, []);
      expect(await keyOf("LINK1")).toBeDefined();
      await storage.clients.change("cl_1", { email: "new@bakery.example" }, []);
      expect(await Promise.all(["LINK1", "USED0", "KEY01"].map(keyOf))).toEqual([
        undefined,
        expect.anything(),
        expect.anything(),
      ]);
    });

    test("does not keep an inactive client from being deleted", async () => {
      await addLink("LINK1", NOW + 10 * DAY_MS);
      expect(await storage.clients.listInactive(NOW + DAY_MS)).toMatchObject([{ clientId: "cl_1" }]);
    });
  });

  describe("mails to a client carry no link", () => {
    /** Delivers a mail and uses its link `afterMs` later. */
    async function used(keyId: string, afterMs: number, kind: MailKind = "partly-done") {
      await storage.mail.put([{ kind, clientId: "cl_1", at: NOW, dedupeKey: keyId }]);
      const [mailId = ""] = await sendAll(storage);
      await addLink(keyId, NOW, mailId);
      await signIn(keyId, "b1", NOW + afterMs);
    }
    const notices = async () =>
      (await storage.mail.list({ scope: "all", limit: 50 })).filter(({ kind }) => kind === "link-trouble");

    test("after two in a row were used within a minute of delivery, and the manager is notified once", async () => {
      await used("LINK1", LINK_USED_SOON_MS);
      expect([await storage.accessKeys.areLinksOff("cl_1"), await notices()]).toEqual([false, []]);
      await used("LINK2", LINK_USED_SOON_MS - 1);
      expect(await storage.accessKeys.areLinksOff("cl_1")).toBe(true);
      expect(await notices()).toMatchObject([{ clientId: "cl_1", managerId: "mg_1" }]);
    });

    test("unless one of the two was used later, or the client asked for it", async () => {
      await used("LINK1", 1_000);
      await used("LINK2", LINK_USED_SOON_MS + 2_000);
      await used("LINK3", 3_000, "sign-in-link");
      expect([await storage.accessKeys.areLinksOff("cl_1"), await notices()]).toEqual([false, []]);
    });

    test("until one of the two is revoked", async () => {
      await used("LINK1", 1_000);
      await used("LINK2", 2_000);
      await storage.accessKeys.revoke("LINK2", NOW + 3_000, []);
      expect(await storage.accessKeys.areLinksOff("cl_1")).toBe(false);
    });
  });

  describe("a mail with links", () => {
    const ask = (at: number, email = EMAIL) =>
      storage.mail.askForLinks({
        email,
        at,
        notSince: at - 10 * MINUTE_MS,
        countSince: at - DAY_MS,
        max: 2,
      });
    test("has one for each client of the address who can sign in, oldest first", async () => {
      const second = { ...aClient("cl_2", "Rosa's Café"), createdAt: NOW + 1, email: EMAIL };
      await storage.clients.add(second, aKey("KEY02", "cl_2"), []);
      await storage.clients.add({ ...aClient("cl_3"), email: EMAIL }, aKey("KEY03", "cl_3"), []);
      await storage.accessKeys.revoke("KEY03", NOW, []);
      expect(await storage.mail.listClientsAt(EMAIL)).toEqual([
        { clientId: "cl_1", name: "Rosa" },
        { clientId: "cl_2", name: "Rosa's Café" },
      ]);
    });

    test("is sent at most once in a while, and a limited number of times a day", async () => {
      expect(await ask(NOW)).toBe("queued");
      expect(await ask(NOW)).toBe("resting");
      await sendAll(storage);
      expect(await ask(NOW + 10 * MINUTE_MS - 1)).toBe("resting");
      expect(await ask(NOW + 10 * MINUTE_MS)).toBe("queued");
      await sendAll(storage);
      expect(await ask(NOW + 20 * MINUTE_MS)).toBe("too-many");
      expect(await ask(NOW + DAY_MS)).toBe("queued");
    });

    test("is not sent where no client has the address", async () => {
      expect(await ask(NOW, "else@bakery.example")).toBe("nobody");
      expect(await storage.mail.list({ scope: "all", limit: 1 })).toEqual([]);
    });

    test("is requested by one job, however often", async () => {
      await storage.mail.queueLinkRequest(EMAIL, NOW);
      await storage.mail.queueLinkRequest(EMAIL, NOW);
      const takeJob = () => storage.jobs.take(["mail-links"], { now: NOW, until: NOW + HOUR_MS });
      expect((await takeJob())?.payload).toEqual({ email: EMAIL });
      expect(await takeJob()).toBeUndefined();
    });
  });
}

/** Delivers the waiting mails to clients; returns their ids. */
async function sendAll(storage: Storage): Promise<string[]> {
  const sent: string[] = [];
  for (;;) {
    const job = await storage.jobs.take(["send-mail"], { now: NOW + DAY_MS, until: NOW + 2 * DAY_MS });
    if (!job) return sent;
    const { mailId } = job.payload as { mailId: string };
    const result = { state: "sent", nextAt: null, status: 250, cause: null, at: NOW } as const;
    await storage.mail.settle(job, { mailId, result }, []);
    sent.push(mailId);
  }
}
