import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "#contract/instants.ts";
import type { Message } from "#contract/manage/webhooks/webhook-messages.ts";
import { OWN_INTERVIEW } from "../engine/client-interview.ts";
import type { Engine } from "../engine/engine.ts";
import { webhookOutbox } from "../outbox/webhook-outbox.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import { aClient, aKey, aSave, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import type { NewWebhook } from "./webhooks.ts";

const aListener = (more: Partial<NewWebhook> = {}): NewWebhook => ({
  webhookId: "wh_1",
  address: "https://example.com/",
  kinds: ["client.inactive"],
  format: "standard",
  answers: "none",
  secret: "secret",
  madeBy: null,
  createdAt: NOW,
  ...more,
});

export function inactiveNoticeSuite(open: () => Promise<OpenedStorage>): void {
  const LATER = NOW + 3 * DAY_MS;
  let engine: Engine;
  let seals: DataKeyring;
  let storage: Storage;
  beforeEach(async () => {
    ({ engine, seals, storage } = await open());
  });
  afterEach(() => storage.close());

  const hear = (more: Partial<NewWebhook> = {}) => storage.webhooks.add(aListener(more), 20, []);
  const add = (clientId: string) =>
    storage.clients.add(aClient(clientId, clientId), aKey(`KEY ${clientId}`, clientId), []);
  /** Adds a client who has started and saves at that time. */
  async function addActive(clientId: string, at = NOW): Promise<void> {
    await add(clientId);
    await storage.records.save(aSave("a", { clientId, at }));
  }
  const signIn = (clientId: string, at = NOW) =>
    storage.sessions.open(
      {
        tokenHash: `token of ${clientId}`,
        sessionId: `se_${clientId}`,
        keyId: `KEY ${clientId}`,
        clientId,
        createdAt: at,
        lastUsedAt: at,
        expiresAt: at + DAY_MS,
        device: null,
      },
      20,
      [],
    );
  /** Announces the clients who stalled: their last activity was three to four days ago. */
  const announce = (now = LATER, limit = 100) =>
    storage.webhooks.announceInactive({
      lastActive: { since: now - 4 * DAY_MS, before: now - 3 * DAY_MS + 1 },
      now,
      limit,
    });
  const notices = () =>
    engine.read(async (db) => {
      const rows = await db
        .selectFrom("webhook_messages")
        .select(["message_id", "client_id", "body"])
        .orderBy("created_at")
        .orderBy("client_id")
        .execute();
      return Promise.all(
        rows.map(async ({ message_id, client_id, body }) => {
          const { unseal } = await seals.toRead(db, client_id ?? "");
          return JSON.parse(unseal(sealingContexts.webhookMessage(message_id), body)) as Message;
        }),
      );
    });
  const named = async () => (await notices()).map(({ data }) => data.clientId);

  test("names the client, their progress, and the start of their inactivity", async () => {
    await hear();
    await addActive("cl_1");
    await announce();
    expect(await notices()).toEqual([
      {
        type: "client.inactive",
        timestamp: new Date(LATER).toISOString(),
        data: {
          clientId: "cl_1",
          clientName: "cl_1",
          interview: { id: OWN_INTERVIEW, name: "Standard", version: null },
          state: "in-progress",
          completed: 1,
          total: 13,
          percent: 8,
          revision: 1,
          updatedAt: new Date(NOW).toISOString(),
          submittedAt: null,
          lastActiveAt: new Date(NOW).toISOString(),
          inactiveDays: 3,
        },
      },
    ]);
  });

  test("comes once for each period of inactivity", async () => {
    await hear();
    await addActive("cl_1");
    await announce(LATER - 1);
    expect(await named()).toEqual([]);
    await announce();
    await announce(LATER + 1);
    expect(await named()).toEqual(["cl_1"]);
    await storage.records.save(aSave("b", { at: LATER + 1, expectedRevision: 1 }));
    await announce(LATER + 2);
    expect(await named()).toEqual(["cl_1"]);
    await announce(LATER + 3 * DAY_MS + 1);
    expect(await named()).toEqual(["cl_1", "cl_1"]);
  });

  test("also comes where the client has signed in and saved nothing", async () => {
    await hear();
    await add("cl_1");
    await signIn("cl_1");
    await announce();
    expect(await named()).toEqual(["cl_1"]);
  });

  test("comes once, whichever of two servers checks first", async () => {
    await hear();
    for (const clientId of ["cl_1", "cl_2", "cl_3"]) await addActive(clientId);
    await Promise.all([announce(), announce(), announce()]);
    expect(await named()).toEqual(["cl_1", "cl_2", "cl_3"]);
  });

  test("covers a limited number of clients at a time, until all are done", async () => {
    await hear();
    for (const clientId of ["cl_1", "cl_2", "cl_3"]) await addActive(clientId);
    expect([await announce(LATER, 2), await announce(LATER, 2), await announce(LATER, 2)]).toEqual([2, 1, 0]);
    expect((await named()).toSorted()).toEqual(["cl_1", "cl_2", "cl_3"]);
  });

  describe("is not written", () => {
    beforeEach(() => hear());

    test("about a client who has not started, has submitted, or was erased", async () => {
      await add("cl_invited");
      await addActive("cl_done");
      const submission = { clientId: "cl_done", at: NOW, submissionId: "s1", expectedRevision: 1 };
      await storage.records.save(aSave("a", submission));
      await addActive("cl_erased");
      await engine.write((db) =>
        db
          .updateTable("clients")
          .set({ erased_at: NOW })
          .where("client_id", "=", "cl_erased")
          .executeTakeFirst(),
      );
      await announce();
      expect(await named()).toEqual([]);
    });

    test("about a client who signed in or saved since then", async () => {
      for (const clientId of ["cl_1", "cl_2"]) {
        await addActive(clientId);
        await signIn(clientId);
      }
      await storage.sessions.touch("token of cl_1", NOW + DAY_MS);
      await storage.records.save(
        aSave("b", { clientId: "cl_2", at: NOW + DAY_MS, expectedRevision: 1, device: null }),
      );
      await announce();
      expect(await named()).toEqual([]);
    });

    test("about a client who stalled long before", async () => {
      await addActive("cl_1", NOW - 2 * DAY_MS);
      await announce();
      expect(await named()).toEqual([]);
    });
  });

  test("is neither written nor recorded where no webhook listens", async () => {
    await hear({ kinds: ["client.created"] });
    await hear({ webhookId: "wh_2" });
    await storage.webhooks.change({ webhookId: "wh_2", at: NOW, change: { isOn: false } }, []);
    await addActive("cl_1");
    const before = (await notices()).length;
    expect(await announce()).toBeUndefined();
    expect(await notices()).toHaveLength(before);
    await storage.webhooks.change({ webhookId: "wh_2", at: LATER, change: { isOn: true } }, []);
    await announce();
    expect((await notices()).at(-1)?.type).toBe("client.inactive");
  });

  test("knows whether any webhook listens", async () => {
    const { isHeard } = webhookOutbox(engine, seals);
    const heard = () => engine.read((db) => isHeard(db, "client.inactive"));
    expect(await heard()).toBe(false);
    await hear();
    expect(await heard()).toBe(true);
  });
}
