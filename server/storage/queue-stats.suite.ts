import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Engine } from "./engine/engine.ts";
import { SEND_MAIL_JOB } from "./outbox/mail-outbox.ts";
import { COUNT_MAX } from "./queue-stats.ts";
import { aClient, aKey, NOW, type OpenedStorage } from "./storage.suite.ts";
import type { Storage } from "./storage.ts";
import { TRANSCRIBE_TAKE_JOB } from "./takes/take-references.ts";

const NOTHING = { waiting: 0, oldestAt: null, dueAt: null };
const LONG_MS = 3_600_000;

export function queueFigureSuite(open: () => Promise<OpenedStorage>): void {
  let engine: Engine;
  let storage: Storage;
  beforeEach(async () => {
    ({ engine, storage } = await open());
  });
  afterEach(() => storage.close());

  const addJob = (kind: string, id: string, at: number) =>
    storage.jobs.add({ kind, dedupeKey: `${kind}:${id}`, payload: {}, at });
  const take = (kind: string, now: number) => storage.jobs.take([kind], { now, until: now + LONG_MS });
  const taken = async (kind: string, now: number) => {
    const job = await take(kind, now);
    if (!job) throw new Error("There is no job to take");
    return job;
  };

  test("every figure is empty when nothing waits", async () => {
    expect(await storage.stats.queues(NOW)).toEqual({
      transcriptions: NOTHING,
      deliveries: NOTHING,
      mails: NOTHING,
    });
    expect(await storage.stats.sessions({ now: NOW, usedAfter: 0 })).toEqual({ clients: 0, managers: 0 });
  });

  describe("a queue of jobs", () => {
    test("is as old as its first job, and due since the first job that no worker holds", async () => {
      await addJob(TRANSCRIBE_TAKE_JOB, "a", NOW - 300);
      await addJob(TRANSCRIBE_TAKE_JOB, "b", NOW - 200);
      await addJob(TRANSCRIBE_TAKE_JOB, "c", NOW + 100);
      const { transcriptions, mails } = await storage.stats.queues(NOW);
      expect(transcriptions).toEqual({ waiting: 3, oldestAt: NOW - 300, dueAt: NOW - 300 });
      expect(mails).toEqual(NOTHING);
      await taken(TRANSCRIBE_TAKE_JOB, NOW);
      expect((await storage.stats.queues(NOW)).transcriptions).toEqual({
        waiting: 3,
        oldestAt: NOW - 300,
        dueAt: NOW - 200,
      });
      // the worker that had taken the job is dead
      expect((await storage.stats.queues(NOW + LONG_MS)).transcriptions.dueAt).toBe(NOW - 300);
    });

    test("that is postponed is old, but not due", async () => {
      await addJob(SEND_MAIL_JOB, "a", NOW - 300);
      await storage.jobs.postpone(await taken(SEND_MAIL_JOB, NOW), NOW + 1);
      const { mails } = await storage.stats.queues(NOW);
      expect(mails).toEqual({ waiting: 1, oldestAt: NOW - 300, dueAt: null });
    });

    test("that is very long is counted up to a limit", async () => {
      await engine.write(async (db) => {
        const rows = Array.from({ length: COUNT_MAX + 5 }, (_, place) => ({
          job_id: `${place}`,
          kind: SEND_MAIL_JOB,
          dedupe_key: `${place}`,
          payload: "{}",
          attempts: 0,
          next_at: NOW - place,
          leased_until: null,
          lease: null,
          created_at: NOW - place,
        }));
        for (let from = 0; from < rows.length; from += 1_000)
          await db
            .insertInto("jobs")
            .values(rows.slice(from, from + 1_000))
            .execute();
      });
      const { mails } = await storage.stats.queues(NOW);
      expect(mails.waiting).toBe(COUNT_MAX);
      expect(mails.dueAt).toBe(NOW - COUNT_MAX - 4);
    });
  });

  describe("the messages for webhooks", () => {
    const addWebhook = (webhookId: string) =>
      storage.webhooks.add(
        {
          webhookId,
          address: "https://receiver.example/",
          kinds: ["client.created"],
          format: "standard",
          answers: "none",
          secret: "secret",
          madeBy: null,
          createdAt: NOW,
        },
        20,
        [],
      );

    test("wait for webhooks that are on, due since the earliest of them", async () => {
      await addWebhook("wh_1");
      await storage.clients.add(aClient("cl_1"), aKey("KEY01", "cl_1"), []);
      await addWebhook("wh_2");
      await storage.clients.add({ ...aClient("cl_2"), createdAt: NOW + 5 }, aKey("KEY02", "cl_2"), []);
      const before = (await storage.stats.queues(NOW + 10)).deliveries;
      expect(before).toEqual({ waiting: 3, oldestAt: NOW, dueAt: NOW });
      expect((await storage.stats.queues(NOW - 1)).deliveries.dueAt).toBeNull();
      await storage.webhooks.change({ webhookId: "wh_1", at: NOW, change: { isOn: false } }, []);
      const after = (await storage.stats.queues(NOW + 10)).deliveries;
      expect(after).toEqual({ waiting: 1, oldestAt: NOW + 5, dueAt: NOW + 5 });
    });
  });

  test("sessions count while they last and are in use", async () => {
    await storage.clients.add(aClient(), aKey(), []);
    const session = (name: string, lastUsedAt: number, expiresAt: number) => ({
      tokenHash: name,
      sessionId: `se_${name}`,
      keyId: "KEY01",
      clientId: "cl_1",
      createdAt: NOW,
      lastUsedAt,
      expiresAt,
    });
    for (const one of [
      session("live", NOW, NOW + 10),
      session("idle", NOW - 100, NOW + 10),
      session("over", NOW, NOW - 1),
    ])
      await storage.sessions.open(one, 20, []);
    expect(await storage.stats.sessions({ now: NOW, usedAfter: NOW - 50 })).toEqual({
      clients: 1,
      managers: 0,
    });
  });
}
