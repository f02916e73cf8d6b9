import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "#contract/instants.ts";
import type { Message, MessageKind } from "#contract/manage/webhooks/webhook-messages.ts";
import type { StorageEvent } from "../audit/events.ts";
import { OWN_INTERVIEW } from "../engine/client-interview.ts";
import type { Engine } from "../engine/engine.ts";
import { aLink, aManager } from "../managers/managers.suite.ts";
import type { TakenJob } from "../outbox/jobs.ts";
import { webhookOutbox } from "../outbox/webhook-outbox.ts";
import { type DataKeyring, INSTALLATION_OWNER } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import { aClient, aKey, aSave, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import type { DeliveryResult } from "./deliveries.ts";
import type { NewWebhook } from "./webhooks.ts";

const OWN = { id: OWN_INTERVIEW, name: "Standard", version: null };

const DELIVER = "deliver-next";
const TELL = "tell-saved";
const KINDS: MessageKind[] = ["client.created", "record.saved", "record.submitted", "answer.asked_back"];

const aWebhook = (webhookId = "wh_1", more: Partial<NewWebhook> = {}): NewWebhook => ({
  webhookId,
  address: `https://${webhookId}.example/`,
  kinds: KINDS,
  format: "standard",
  answers: "none",
  secret: `secret of ${webhookId}`,
  madeBy: null,
  createdAt: NOW,
  ...more,
});
const aResult = (more: Partial<DeliveryResult> = {}): DeliveryResult => ({
  state: "delivered",
  attempts: 1,
  nextAt: null,
  lastAt: NOW,
  status: 204,
  cause: null,
  durationMs: 5,
  ...more,
});
const anEvent = (kind: StorageEvent["kind"]): StorageEvent => ({ at: NOW, kind, actor: "operator" });

export function webhookSuite(open: () => Promise<OpenedStorage>): void {
  let engine: Engine;
  let seals: DataKeyring;
  let storage: Storage;
  beforeEach(async () => {
    ({ engine, seals, storage } = await open());
  });
  afterEach(() => storage.close());

  const add = (webhook = aWebhook()) => storage.webhooks.add(webhook, 20, []);
  const addClient = (clientId = "cl_1") =>
    storage.clients.add(aClient(clientId), aKey(`KEY ${clientId}`, clientId), []);
  const take = (kind: string, now = NOW) => storage.jobs.take([kind], { now, until: now + 1_000 });
  const taken = async (kind: string, now?: number): Promise<TakenJob> => {
    const job = await take(kind, now);
    if (!job) throw new Error("There is no job to take");
    return job;
  };
  const log = (webhookId = "wh_1") => storage.deliveries.list(webhookId, { limit: 100 });
  const kinds = async (webhookId?: string) => (await log(webhookId)).map(({ kind }) => kind);
  /** The bodies of the messages, oldest first. */
  const bodies = () =>
    engine.read(async (db) => {
      const messages = db.selectFrom("webhook_messages").select(["message_id", "client_id", "body"]);
      const rows = await messages.orderBy("created_at").execute();
      return Promise.all(
        rows.map(async ({ message_id, client_id, body }) => {
          const { unseal } = await seals.toRead(db, client_id ?? INSTALLATION_OWNER);
          return JSON.parse(unseal(sealingContexts.webhookMessage(message_id), body)) as Message;
        }),
      );
    });

  describe("a webhook", () => {
    test("is found as it was added, without its secret", async () => {
      await add(aWebhook("wh_1", { madeBy: "mg_1", kinds: ["record.saved"] }));
      const { secret: _secret, ...listed } = aWebhook("wh_1", { madeBy: "mg_1", kinds: ["record.saved"] });
      const open = { failing: null, waiting: 0, undelivered: 0 };
      const whole = { ...listed, ...open, offAt: null, offCause: null, previousSecretUntil: null };
      expect(await storage.webhooks.list()).toEqual([whole]);
      expect(await storage.webhooks.find("wh_1")).toEqual(whole);
      expect(await storage.webhooks.find("wh_2")).toBeUndefined();
    });

    test("beyond the limit is not added, and writes no event", async () => {
      await storage.webhooks.add(aWebhook("wh_1"), 1, []);
      expect(await storage.webhooks.add(aWebhook("wh_2"), 1, [anEvent("webhook.added")])).toBe(false);
      expect((await storage.webhooks.list()).map(({ webhookId }) => webhookId)).toEqual(["wh_1"]);
    });

    test("that does not exist is not changed, rotated or removed", async () => {
      const change = { webhookId: "wh_1", at: NOW, change: { isOn: true } };
      const rotation = { webhookId: "wh_1", secret: "new", previousUntil: NOW + 1 };
      expect(await storage.webhooks.change(change, [])).toBe(false);
      expect(await storage.webhooks.rotateSecret(rotation, [])).toBe(false);
      expect(await storage.webhooks.remove("wh_1", [])).toBe(false);
      expect(await take(DELIVER)).toBeUndefined();
    });

    test("signs with two secrets while the old one is valid, and then drops it", async () => {
      await add();
      const secrets = async (at: number) => (await storage.webhooks.findTarget("wh_1", at))?.secrets;
      expect(await secrets(NOW)).toEqual(["secret of wh_1"]);
      await storage.webhooks.rotateSecret({ webhookId: "wh_1", secret: "new", previousUntil: NOW + 10 }, []);
      expect(await secrets(NOW + 9)).toEqual(["new", "secret of wh_1"]);
      expect(await secrets(NOW + 10)).toEqual(["new"]);
      await storage.webhooks.dropReplacedSecrets(NOW + 9);
      expect((await storage.webhooks.find("wh_1"))?.previousSecretUntil).toBe(NOW + 10);
      await storage.webhooks.dropReplacedSecrets(NOW + 10);
      expect((await storage.webhooks.find("wh_1"))?.previousSecretUntil).toBeNull();
      expect(await secrets(NOW)).toEqual(["new"]);
    });

    test("has its address, its secrets and its messages encrypted", async () => {
      await storage.webhooks.add(aWebhook(), 20, []);
      await storage.webhooks.rotateSecret({ webhookId: "wh_1", secret: "new", previousUntil: NOW + 10 }, []);
      await storage.clients.add(aClient("cl_1", "Rosa"), aKey(), []);
      const rows = await engine.read(async (db) => [
        await db.selectFrom("webhooks").selectAll().execute(),
        await db.selectFrom("webhook_messages").selectAll().execute(),
      ]);
      const stored = rows
        .flat()
        .flatMap((row): unknown[] => Object.values(row))
        .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value));
      expect(stored.join("\n")).not.toMatch(/example|secret of|new|Rosa/);
      expect((await storage.deliveries.next("wh_1", NOW))?.body).toContain("Rosa");
    });
  });

  describe("a message", () => {
    test("is written with the client it is about, for each webhook that asked for its kind", async () => {
      await add(aWebhook("wh_1"));
      await add(aWebhook("wh_2", { kinds: ["record.saved"] }));
      await add(aWebhook("wh_3", { kinds: ["client.created"] }));
      await addClient();
      expect([await kinds("wh_1"), await kinds("wh_2"), await kinds("wh_3")]).toEqual([
        ["client.created"],
        [],
        ["client.created"],
      ]);
      expect((await log("wh_1"))[0]?.messageId).toBe((await log("wh_3"))[0]?.messageId);
      expect(await bodies()).toEqual([
        {
          type: "client.created",
          timestamp: new Date(NOW).toISOString(),
          data: { clientId: "cl_1", clientName: "Rosa", interview: OWN },
        },
      ]);
    });

    test("about a client who was not added does not exist", async () => {
      await add();
      await addClient();
      // the second try fails, because its key's id is taken
      await addClient();
      expect(await log()).toHaveLength(1);
    });

    test("of a submission is written with it, and not with a conflict", async () => {
      await add(aWebhook("wh_1", { kinds: ["record.submitted"] }));
      await addClient();
      await storage.records.save(aSave("a", { submissionId: "s1" }));
      await storage.records.save(aSave("a", { submissionId: "s2" }));
      await storage.records.save(aSave("b", { submissionId: "s3", expectedRevision: 9 }));
      expect(await bodies()).toEqual([
        {
          type: "record.submitted",
          timestamp: new Date(NOW).toISOString(),
          data: {
            clientId: "cl_1",
            clientName: "Rosa",
            interview: OWN,
            state: "submitted",
            completed: 1,
            total: 13,
            percent: 8,
            revision: 1,
            updatedAt: new Date(NOW).toISOString(),
            submittedAt: new Date(NOW).toISOString(),
          },
        },
      ]);
    });

    test("can be written by any transaction, and is dropped when the transaction fails", async () => {
      await add();
      await addClient();
      const outbox = webhookOutbox(engine, seals);
      const asked = { kind: "answer.asked_back" as const, clientId: "cl_1", at: NOW, question: "q1" };
      await engine.write((db) => outbox.tell(db, asked));
      const failing = engine.write(async (db) => {
        await outbox.tell(db, asked);
        throw new Error("no");
      });
      await expect(failing).rejects.toThrow("no");
      expect((await kinds()).toSorted()).toEqual(["answer.asked_back", "client.created"]);
      expect((await bodies()).find(({ type }) => type === "answer.asked_back")?.data).toEqual({
        clientId: "cl_1",
        clientName: "Rosa",
        interview: OWN,
        question: "q1",
      });
    });

    test("is not written for a webhook that is off", async () => {
      await add();
      await storage.webhooks.change({ webhookId: "wh_1", at: NOW, change: { isOn: false } }, []);
      await addClient();
      await storage.records.save(aSave("a", { submissionId: "s1" }));
      expect(await log()).toEqual([]);
      expect([await take(DELIVER), await take(TELL)]).toEqual([undefined, undefined]);
    });
  });

  describe("saves are announced", () => {
    beforeEach(async () => {
      await add(aWebhook("wh_1", { kinds: ["record.saved"] }));
      await addClient();
    });

    test("by a job of their client, with the resulting record", async () => {
      await storage.records.save(aSave("a"));
      await storage.records.save(aSave("b"));
      expect(await log()).toEqual([]);
      await storage.webhooks.announceSaved(await taken(TELL), { clientId: "cl_1", now: NOW });
      expect((await bodies()).map(({ data }) => data)).toMatchObject([{ revision: 2, state: "in-progress" }]);
      expect(await take(TELL, NOW + 9e9)).toBeUndefined();
    });

    test("also where they arrive while the job runs", async () => {
      await storage.records.save(aSave("a"));
      const job = await taken(TELL);
      await storage.records.save(aSave("b"));
      await storage.webhooks.announceSaved(job, { clientId: "cl_1", now: NOW });
      await storage.records.save(aSave("c"));
      await storage.webhooks.announceSaved(await taken(TELL, NOW + 60_000), {
        clientId: "cl_1",
        now: NOW + 60_000,
      });
      expect((await bodies()).map(({ data }) => data)).toMatchObject([{ revision: 2 }, { revision: 3 }]);
    });

    test("once, where a job finds that an earlier one already sent its revision", async () => {
      await storage.records.save(aSave("a"));
      const job = await taken(TELL);
      await storage.records.save(aSave("b"));
      await storage.webhooks.announceSaved(job, { clientId: "cl_1", now: NOW });
      const again = await taken(TELL);
      expect(await storage.webhooks.announceSaved(again, { clientId: "cl_1", now: NOW + 60_000 })).toBe(true);
      expect(await log()).toHaveLength(1);
    });

    test("by no worker whose lease has run out", async () => {
      await storage.records.save(aSave("a"));
      const job = await taken(TELL);
      await taken(TELL, NOW + 1_000);
      expect(await storage.webhooks.announceSaved(job, { clientId: "cl_1", now: NOW + 1_000 })).toBe(false);
      expect(await log()).toEqual([]);
    });
  });

  describe("a delivery result", () => {
    beforeEach(async () => {
      await add();
      await addClient();
    });
    const due = async (now = NOW) => {
      const next = await storage.deliveries.next("wh_1", now);
      if (!next) throw new Error("Nothing is due");
      return { messageId: next.messageId, webhookId: "wh_1" };
    };

    test("is written together with the next time of its job", async () => {
      const waiting = aResult({ state: "waiting", nextAt: NOW + 500, status: 500 });
      const settled = await storage.deliveries.settle(await taken(DELIVER), await due(), {
        result: waiting,
        switchesOff: false,
        isMailed: true,
      });
      expect(settled).toBe(true);
      expect(await log()).toMatchObject([{ ...waiting, kind: "client.created", clientId: "cl_1" }]);
      expect(await take(DELIVER, NOW + 499)).toBeUndefined();
      expect(await storage.deliveries.next("wh_1", NOW + 499)).toBeUndefined();
      const job = await taken(DELIVER, NOW + 500);
      await storage.deliveries.settle(job, await due(NOW + 500), {
        result: aResult(),
        switchesOff: false,
        isMailed: true,
      });
      expect(await take(DELIVER, NOW + 9e9)).toBeUndefined();
    });

    test("from a worker whose lease has run out is not written", async () => {
      const job = await taken(DELIVER);
      await taken(DELIVER, NOW + 1_000);
      expect(
        await storage.deliveries.settle(job, await due(), {
          result: aResult(),
          switchesOff: false,
          isMailed: true,
        }),
      ).toBe(false);
      expect(await log()).toMatchObject([{ state: "waiting", attempts: 0 }]);
    });

    test("of the longest-waiting message comes first, and later messages are not forgotten", async () => {
      const job = await taken(DELIVER);
      const first = await due();
      await storage.clients.add({ ...aClient("cl_2"), createdAt: NOW + 1 }, aKey("KEY02", "cl_2"), []);
      expect(await due(NOW + 1)).toEqual(first);
      await storage.deliveries.settle(job, first, { result: aResult(), switchesOff: false, isMailed: true });
      expect(await taken(DELIVER, NOW + 1)).toBeDefined();
      expect(await due(NOW + 1)).not.toEqual(first);
    });

    test("that asks to stop turns the webhook off, once, with an event", async () => {
      const gone = { result: aResult({ state: "given-up", status: 410 }), switchesOff: true, isMailed: true };
      await storage.deliveries.settle(await taken(DELIVER), await due(), gone);
      expect(await storage.webhooks.find("wh_1")).toMatchObject({ offAt: NOW, offCause: "gone" });
      expect(await take(DELIVER, NOW + 9e9)).toBeUndefined();
    });

    test("can be requested once more, but not for a webhook that is off or for another message", async () => {
      const name = await due();
      await storage.deliveries.settle(await taken(DELIVER), name, {
        result: aResult(),
        switchesOff: false,
        isMailed: true,
      });
      const again = (more: object = {}) =>
        storage.deliveries.redeliver({ ...name, at: NOW + 5, ...more }, []);
      expect(await again({ messageId: "msg_other" })).toBe("missing");
      expect(await again({ webhookId: "wh_other" })).toBe("missing");
      expect(await again()).toBe("queued");
      expect(await log()).toMatchObject([{ state: "waiting", attempts: 0, nextAt: NOW + 5 }]);
      expect(await take(DELIVER, NOW + 5)).toBeDefined();
      await storage.webhooks.change({ webhookId: "wh_1", at: NOW, change: { isOn: false } }, []);
      expect(await again()).toBe("off");
    });
  });

  describe("a webhook with failing deliveries", () => {
    const failed = (at: number, more: Partial<DeliveryResult> = {}) =>
      aResult({ state: "waiting", status: 500, lastAt: at, nextAt: at + 1_000, ...more });
    /** Tries the due messages at each of these instants. */
    async function tryAt(instants: number[], of = failed): Promise<void> {
      for (const at of instants) {
        const due = await storage.deliveries.next("wh_1", at);
        if (!due) throw new Error(`Nothing is due at ${at}`);
        const name = { messageId: due.messageId, webhookId: "wh_1" };
        const settling = { result: of(at), switchesOff: false, isMailed: true };
        await storage.deliveries.settle(await taken(DELIVER, at), name, settling);
      }
    }
    const find = () => storage.webhooks.find("wh_1");
    beforeEach(async () => {
      await add();
      await addClient();
    });

    test("is failing from the third one on, until a message is accepted", async () => {
      await tryAt([NOW, NOW + 1_000]);
      expect(await find()).toMatchObject({ failing: null, waiting: 1, undelivered: 1 });
      await tryAt([NOW + 2_000]);
      const failing = { since: NOW, status: 500, cause: null };
      expect(await find()).toMatchObject({ failing, waiting: 1 });
      expect(await storage.webhooks.list()).toMatchObject([{ failing, waiting: 1, undelivered: 1 }]);
      await tryAt([NOW + 3_000], (at) => aResult({ lastAt: at }));
      expect(await find()).toMatchObject({ failing: null, waiting: 0, undelivered: 0 });
    });

    test("is off after three days, and keeps undelivered messages except tests", async () => {
      await tryAt([NOW, NOW + 1_000, NOW + 2_000, NOW + DAY_MS, NOW + 2 * DAY_MS]);
      expect(await find()).toMatchObject({ offAt: null });
      await tryAt([NOW + 3 * DAY_MS], (at) => failed(at, { state: "given-up", nextAt: null }));
      const test = {
        messageId: "msg_t",
        webhookId: "wh_1",
        kind: "webhook.test",
        body: "{}",
        createdAt: NOW,
      };
      const outcome = failed(NOW + 3 * DAY_MS, { state: "given-up", nextAt: null });
      await storage.deliveries.addSent(test, outcome, []);
      expect(await find()).toMatchObject({
        offAt: NOW + 3 * DAY_MS,
        offCause: "failing",
        waiting: 0,
        undelivered: 1,
      });
      const at = NOW + 4 * DAY_MS;
      expect(await storage.webhooks.retry({ webhookId: "wh_1", at }, [])).toBe("off");
      const change = { isOn: true, undelivered: "send" } as const;
      await storage.webhooks.change({ webhookId: "wh_1", at, change }, []);
      expect(await find()).toMatchObject({ offAt: null, failing: null, waiting: 1, undelivered: 1 });
      expect(await storage.deliveries.next("wh_1", at)).toMatchObject({
        kind: "client.created",
        attempts: 0,
      });
    });

    test("resends waiting messages at once on request, and says how many", async () => {
      await tryAt([NOW]);
      expect(await storage.webhooks.retry({ webhookId: "wh_1", at: NOW + 1 }, [])).toBe(1);
      expect(await storage.deliveries.next("wh_1", NOW + 1)).toBeDefined();
      expect(await take(DELIVER, NOW + 1)).toBeDefined();
      expect(await storage.webhooks.retry({ webhookId: "wh_other", at: NOW }, [])).toBe("missing");
    });

    test("is mailed about once per failure period", async () => {
      for (const managerId of ["mg_1", "mg_2"])
        await storage.managers.add(aManager(managerId, { role: "administrator" }), aLink(managerId), []);
      await storage.managers.add(aManager("mg_3", { role: "manager" }), aLink("mg_3"), []);
      await tryAt([NOW, NOW + 1_000, NOW + 2_000, NOW + 3_000]);
      const mails = await storage.mail.list({ scope: "all", limit: 9 });
      expect(mails.map(({ kind, managerId, nextAt }) => [kind, managerId, nextAt])).toEqual(
        expect.arrayContaining([
          ["webhook-failing", "mg_1", NOW + 3_600_000],
          ["webhook-failing", "mg_2", NOW + 3_600_000],
        ]),
      );
      expect(mails).toHaveLength(2);
      const due = await storage.mail.findDue(mails[0]?.mailId ?? "");
      expect(due?.webhook).toEqual({
        webhookId: "wh_1",
        address: "https://wh_1.example/",
        failing: { since: NOW, status: 500, cause: null },
        offAt: null,
        offCause: null,
        waiting: 1,
        undelivered: 1,
      });
    });
  });

  test("a webhook is mailed about once when it is turned off, also by two workers, and not without a mail server", async () => {
    await storage.managers.add(aManager("mg_1", { role: "administrator" }), aLink("mg_1"), []);
    const result = aResult({ state: "given-up", status: 410 });
    const goneBy = async (webhookId: string, isMailed: boolean) => {
      const { messageId = "" } = (await storage.deliveries.next(webhookId, NOW)) ?? {};
      const job = await taken(DELIVER);
      const settle = () =>
        storage.deliveries.settle(job, { messageId, webhookId }, { result, switchesOff: true, isMailed });
      return Promise.all([settle(), settle()]);
    };
    await add();
    await addClient();
    await goneBy("wh_1", true);
    const mailed = async () => (await storage.mail.list({ scope: "all", limit: 9 })).map(({ kind }) => kind);
    expect(await mailed()).toEqual(["webhook-off"]);
    await add(aWebhook("wh_2"));
    await addClient("cl_2");
    await goneBy("wh_2", false);
    expect((await storage.webhooks.find("wh_2"))?.offAt).toBe(NOW);
    expect(await mailed()).toEqual(["webhook-off"]);
  });

  test("whether any active webhook sends answers out is known", async () => {
    await add();
    expect(await storage.webhooks.includeAnswers()).toBe(false);
    await add(aWebhook("wh_2", { answers: "changed" }));
    expect(await storage.webhooks.includeAnswers()).toBe(true);
    await storage.webhooks.change({ webhookId: "wh_2", at: NOW, change: { isOn: false } }, []);
    expect(await storage.webhooks.includeAnswers()).toBe(false);
  });

  test("the previous message and the record of that time are found", async () => {
    await add(aWebhook("wh_1", { kinds: ["record.submitted"] }));
    await addClient();
    await storage.records.save(aSave("a", { submissionId: "s1" }));
    await storage.records.save(aSave("b"));
    await storage.records.save(aSave("c", { submissionId: "s2" }));
    const before = (revision: number) =>
      storage.deliveries.revisionBefore({ clientId: "cl_1", kind: "record.submitted", revision });
    expect([await before(3), await before(1)]).toEqual([1, undefined]);
    expect(await storage.records.loadUpTo("cl_1", 2)).toEqual(await storage.records.loadRevision("cl_1", 2));
    expect(await storage.records.loadUpTo("cl_1", 9)).toEqual(await storage.records.loadRevision("cl_1", 3));
    expect(await storage.records.loadUpTo("cl_1", 0)).toBeUndefined();
  });

  describe("messages are dropped in steps, with their results,", () => {
    beforeEach(async () => {
      await add();
      for (let place = 0; place < 5; place++) {
        const client = { ...aClient(`cl_${place}`), createdAt: NOW + place };
        await storage.clients.add(client, aKey(`KEY0${place}`, `cl_${place}`), []);
      }
    });

    test("where they are old", async () => {
      expect(await storage.deliveries.dropMessages({ before: NOW + 3 }, 2)).toBe(2);
      expect(await storage.deliveries.dropMessages({ before: NOW + 3 }, 2)).toBe(1);
      expect(await storage.deliveries.dropMessages({ before: NOW + 3 }, 2)).toBe(0);
      expect((await log()).map(({ clientId }) => clientId)).toEqual(["cl_4", "cl_3"]);
    });

    test("where they belong to one client", async () => {
      expect(await storage.deliveries.dropMessages({ clientId: "cl_2" }, 10)).toBe(1);
      expect((await log()).map(({ clientId }) => clientId)).toEqual(["cl_4", "cl_3", "cl_1", "cl_0"]);
    });

    test("and their jobs end", async () => {
      await storage.deliveries.dropMessages({ before: NOW + 9 }, 10);
      const job = await taken(DELIVER, NOW + 9);
      expect(await storage.deliveries.next("wh_1", NOW + 9)).toBeUndefined();
      expect(await storage.deliveries.awaitTurn(job, "wh_1")).toBe(true);
      expect(await take(DELIVER, NOW + 9e9)).toBeUndefined();
    });
  });
}
