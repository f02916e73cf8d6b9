import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { BULK_ERASE_HELD_SECONDS, type BulkAct } from "#contract/manage/bulk.ts";
import { aLink, aManager } from "../managers/managers.suite.ts";
import type { TakenJob } from "../outbox/jobs.ts";
import { aClient, aKey, aSave, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import { BULK_JOB, type BulkStep } from "./bulk.ts";

export function bulkSuite(open: () => Promise<OpenedStorage>): void {
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open());
    await storage.managers.add(aManager(), aLink(), []);
    await storage.managers.add(aManager("mg_2", { name: "Ben" }), aLink("mg_2"), []);
    for (const number of [1, 2, 3]) {
      const clientId = `cl_${number}`;
      const facts = { ...aClient(clientId), email: `${clientId}@c.example`, managerId: "mg_1" };
      await storage.clients.add(facts, aKey(`KEY0${number}`, clientId), []);
    }
  });
  afterEach(() => storage.close());

  const due: BulkAct = { action: "due", dueOn: "2026-12-24" };
  const step = (more: Partial<BulkStep> = {}): BulkStep => ({
    at: NOW,
    isMailOn: true,
    neededOf: () => "not-started",
    markingOf: () => ({
      mark: (_question, record) => record && JSON.stringify(record),
      questions: ["one", "two"],
    }),
    ...more,
  });
  const start = (act: BulkAct, clientIds: string[], bulkId = "bk_1", managerId = "mg_1") =>
    storage.bulk.start({ bulkId, managerId, act, clientIds, at: NOW });
  const taken = async (now = NOW): Promise<TakenJob> => {
    const job = await storage.jobs.take([BULK_JOB], { now, until: now + 60_000 });
    if (!job) throw new Error("There is no job to take");
    return job;
  };
  /** Runs every step of the job to its end. */
  async function run(bulkId = "bk_1", more: Partial<BulkStep> = {}, now = NOW): Promise<void> {
    const job = await taken(now);
    while ((await storage.bulk.step(job, bulkId, step(more))) === "more");
  }
  const found = (bulkId = "bk_1", managerId = "mg_1") => storage.bulk.find(managerId, bulkId);
  const dues = async () =>
    Promise.all(
      ["cl_1", "cl_2", "cl_3"].map(async (id) => (await storage.clients.findManaged("all", id))?.dueOn),
    );

  test("an action runs for each client, and is counted", async () => {
    expect(await start(due, ["cl_2", "cl_1"])).toBe("started");
    expect(await found()).toMatchObject({ state: "running", counts: { waiting: 2, done: 0 } });
    await run();
    expect(await found()).toMatchObject({
      state: "done",
      counts: { waiting: 0, done: 2, skipped: 0 },
      endedAt: NOW,
    });
    expect(await dues()).toEqual(["2026-12-24", "2026-12-24", null]);
  });

  describe("approving", () => {
    const submit = (clientId: string, text = "a") =>
      storage.records.save(aSave(text, { clientId, submissionId: `${clientId} ${text}` }));
    const approvedOf = async (clientId: string) =>
      (await storage.followUps.list(clientId))
        .filter(({ approvedMark }) => approvedMark !== null)
        .map(({ questionId }) => questionId);
    const stateOf = async (clientId: string) => (await storage.clients.findManaged("all", clientId))?.state;
    const ask = (clientId: string, questionId: string, at = NOW) =>
      storage.followUps.ask(
        { clientId, questionId, managerId: "mg_1", at, text: "Which?", isMailed: false },
        [],
      );

    test("covers each answered question of submitted clients, and leaves open follow-ups open", async () => {
      await submit("cl_1");
      await submit("cl_2");
      await ask("cl_2", "two");
      await storage.records.save(aSave("c", { clientId: "cl_3" }));
      await start({ action: "approve" }, ["cl_1", "cl_2", "cl_3"]);
      await run();
      expect(await approvedOf("cl_1")).toEqual(["one", "two"]);
      expect(await approvedOf("cl_2")).toEqual(["one"]);
      expect(await approvedOf("cl_3")).toEqual([]);
      expect(await Promise.all(["cl_1", "cl_2"].map(stateOf))).toEqual(["approved", "submitted"]);
      expect((await found())?.counts).toMatchObject({ done: 2, skipped: 1 });
      expect((await found())?.causes).toEqual(new Map([["not-submitted", 1]]));
      const kinds = (await storage.audit.listAll({ limit: 50 })).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === "question.approved")).toHaveLength(3);
    });

    test("has nothing to do a second time, and says why", async () => {
      await submit("cl_1");
      await submit("cl_2");
      for (const questionId of ["one", "two"]) await ask("cl_2", questionId);
      await start({ action: "approve" }, ["cl_1", "cl_2"]);
      await run();
      await start({ action: "approve" }, ["cl_1", "cl_2"], "bk_2");
      await run("bk_2");
      expect((await found("bk_2"))?.causes).toEqual(
        new Map([
          ["already-so", 1],
          ["follow-up-out", 1],
        ]),
      );
    });

    test("is undone, except for follow-ups asked since then", async () => {
      await submit("cl_1");
      await submit("cl_2");
      await start({ action: "approve" }, ["cl_1", "cl_2"]);
      await run();
      await ask("cl_1", "one", NOW + 1);
      for (const questionId of ["one", "two"]) await ask("cl_2", questionId, NOW + 1);
      await storage.bulk.undo({ managerId: "mg_1", bulkId: "bk_1", at: NOW });
      await run();
      expect(await approvedOf("cl_1")).toEqual([]);
      expect(await stateOf("cl_1")).toBe("submitted");
      const open = (await storage.followUps.listOpen("cl_2")).map(({ questionId }) => questionId);
      expect(open).toEqual(["one", "two"]);
      expect((await found())?.causes).toEqual(new Map([["changed-since", 1]]));
    });
  });

  describe("erasing", () => {
    const HELD_MS = BULK_ERASE_HELD_SECONDS * 1_000;
    const erase: BulkAct = { action: "erase", count: 2 };
    const left = () => storage.clients.within("all", ["cl_1", "cl_2", "cl_3"]);

    test("waits a minute, and then removes each client with their keys and sessions", async () => {
      await start(erase, ["cl_1", "cl_2"]);
      expect(
        await storage.jobs.take([BULK_JOB], { now: NOW + HELD_MS - 1, until: NOW + HELD_MS }),
      ).toBeUndefined();
      expect(await left()).toEqual(["cl_1", "cl_2", "cl_3"]);
      await run("bk_1", { at: NOW + HELD_MS }, NOW + HELD_MS);
      expect(await found()).toMatchObject({ state: "done", counts: { done: 2, skipped: 0 } });
      expect(await left()).toEqual(["cl_3"]);
      expect(await storage.erasing.listSoftDeleted()).toEqual(["cl_1", "cl_2"]);
      const [line] = await storage.audit.list("cl_1");
      expect(line).toMatchObject({ kind: "client.erased", actor: "mg_1", at: NOW + HELD_MS });
      expect(await storage.accessKeys.list("cl_2")).toMatchObject([{ revokedAt: NOW + HELD_MS }]);
      expect(await storage.bulk.find("mg_1", "bk_1")).toMatchObject({ act: erase });
    });

    test("stopped within that minute erases no client", async () => {
      await start(erase, ["cl_1", "cl_2"]);
      expect(await storage.bulk.stop({ managerId: "mg_1", bulkId: "bk_1", at: NOW + 1 })).toBe(true);
      await run("bk_1", { at: NOW + 1 }, NOW + 1);
      expect(await found()).toMatchObject({ state: "stopped", counts: { waiting: 2 }, endedAt: NOW + 1 });
      expect(await left()).toEqual(["cl_1", "cl_2", "cl_3"]);
    });

    test("skips a client whom the manager lost within that minute", async () => {
      await start(erase, ["cl_1", "cl_2"]);
      await storage.clients.change("cl_1", { managerId: "mg_2" }, []);
      await run("bk_1", { at: NOW + HELD_MS }, NOW + HELD_MS);
      expect(await left()).toEqual(["cl_1", "cl_3"]);
      expect(await found()).toMatchObject({ counts: { done: 1, skipped: 1 } });
    });
  });

  test("a manager has one action at a time, and cannot see another manager's", async () => {
    await start(due, ["cl_1"]);
    expect(await start(due, ["cl_1"], "bk_2")).toBe("running");
    expect(await start(due, ["cl_1"], "bk_3", "mg_2")).toBe("started");
    expect(await found("bk_1", "mg_2")).toBeUndefined();
  });

  test("a client whom the manager lost since then is not touched, nor is an erased one", async () => {
    await start(due, ["cl_1", "cl_2", "cl_3"]);
    await storage.clients.change("cl_1", { managerId: "mg_2" }, []);
    await storage.erasing.softDeleteClient({ clientId: "cl_2", at: NOW }, []);
    await run();
    expect(await found()).toMatchObject({ counts: { done: 1, skipped: 2 } });
    expect([...((await found())?.causes ?? [])]).toEqual([["gone", 2]]);
    expect((await dues())[0]).toBeNull();
  });

  test("changes are undone, except where a client was changed since then", async () => {
    await start(due, ["cl_1", "cl_2"]);
    await run();
    await storage.clients.change("cl_2", { dueOn: "2027-01-01" }, []);
    expect(await storage.bulk.undo({ managerId: "mg_1", bulkId: "bk_1", at: NOW })).toBe(true);
    await run();
    expect(await found()).toMatchObject({ state: "undone", counts: { undone: 1, skipped: 1 } });
    expect(await dues()).toEqual([null, "2027-01-01", null]);
    expect(await storage.bulk.undo({ managerId: "mg_1", bulkId: "bk_1", at: NOW })).toBe(false);
  });

  test("a stopped action does nothing more, and another can start", async () => {
    await start(due, ["cl_1", "cl_2"]);
    expect(await storage.bulk.stop({ managerId: "mg_1", bulkId: "bk_1", at: NOW })).toBe(true);
    await run();
    expect(await found()).toMatchObject({ state: "stopped", counts: { waiting: 2 }, endedAt: NOW });
    expect(await start(due, ["cl_1"], "bk_2")).toBe("started");
  });

  test("an old finished action is removed a few clients at a time, and a running one stays", async () => {
    await start(due, ["cl_1", "cl_2", "cl_3"]);
    await run();
    await start(due, ["cl_1"], "bk_2", "mg_2");
    expect(await storage.bulk.dropEnded(NOW, 2)).toBe(false);
    expect((await found())?.counts.done).toBe(3);
    expect(await storage.bulk.dropEnded(NOW + 1, 2)).toBe(true);
    expect((await found())?.counts.done).toBe(1);
    expect(await storage.bulk.dropEnded(NOW + 1, 2)).toBe(true);
    expect(await found()).toBeUndefined();
    expect(await storage.bulk.dropEnded(NOW + 1, 2)).toBe(false);
    expect((await found("bk_2", "mg_2"))?.counts.waiting).toBe(1);
  });

  test("an invitation queues one mail, which undoing removes again", async () => {
    await start({ action: "invite", words: "Hi!" }, ["cl_1"]);
    await run();
    const mails = () => storage.mail.list({ scope: "all", limit: 10 });
    expect(await mails()).toMatchObject([{ kind: "invitation", clientId: "cl_1", askedBy: "mg_1" }]);
    await storage.bulk.undo({ managerId: "mg_1", bulkId: "bk_1", at: NOW });
    await run();
    expect(await mails()).toEqual([]);
    expect((await found())?.counts).toMatchObject({ undone: 1 });
  });

  test("undoing an invitation leaves later changes: a key, and another due date", async () => {
    for (const clientId of ["cl_4", "cl_5"])
      await storage.clients.add(
        { ...aClient(clientId), email: "a@c.example", managerId: "mg_1" },
        undefined,
        [],
      );
    await start({ action: "invite", dueOn: "2026-12-24" }, ["cl_4", "cl_5"]);
    await run();
    await storage.accessKeys.add(aKey("KEY05", "cl_5"), []);
    await storage.clients.change("cl_5", { dueOn: "2027-01-01" }, []);
    await storage.bulk.undo({ managerId: "mg_1", bulkId: "bk_1", at: NOW });
    await run();
    expect((await found())?.counts).toMatchObject({ undone: 2 });
    const [four, five] = [
      await storage.clients.findManaged("all", "cl_4"),
      await storage.clients.findManaged("all", "cl_5"),
    ];
    expect([four?.state, four?.dueOn]).toEqual(["not-invited", null]);
    expect([five?.state, five?.dueOn]).toEqual(["invited", "2027-01-01"]);
  });

  describe("an invitation that turns reminders off", () => {
    const invite: BulkAct = { action: "invite", getsReminders: false };
    const ids = ["cl_1", "cl_2"];
    const remindersOf = () =>
      Promise.all(ids.map(async (id) => (await storage.clients.findManaged("all", id))?.getsReminders));
    const changesOf = async (clientId: string) =>
      (await storage.audit.list(clientId)).flatMap(({ kind, actor, detail }) =>
        kind === "client.changed" ? [[actor, detail]] : [],
      );
    const undo = async () => {
      await storage.bulk.undo({ managerId: "mg_1", bulkId: "bk_1", at: NOW });
      await run();
    };

    test("records that in the audit trail of each changed client, and undoing restores the previous setting", async () => {
      await storage.clients.change("cl_2", { getsReminders: false }, []);
      await start(invite, ids);
      await run();
      expect(await remindersOf()).toEqual([false, false]);
      expect(await changesOf("cl_1")).toEqual([["mg_1", "getsReminders"]]);
      expect(await changesOf("cl_2")).toEqual([]);
      await undo();
      expect(await remindersOf()).toEqual([true, false]);
    });

    test("leaves reminders on that were turned on again before the undo", async () => {
      await start(invite, ids);
      await run();
      await storage.clients.change("cl_1", { getsReminders: true }, []);
      await undo();
      expect(await remindersOf()).toEqual([true, true]);
    });

    test("is undone to off where the invitation had turned reminders on", async () => {
      await storage.clients.change("cl_1", { getsReminders: false }, []);
      await start({ action: "invite", getsReminders: true }, ids);
      await run();
      expect(await remindersOf()).toEqual([true, true]);
      await undo();
      expect(await remindersOf()).toEqual([false, true]);
    });

    test("leaves reminders unchanged where it does not mention them, also when it is undone", async () => {
      await storage.clients.change("cl_1", { getsReminders: false }, []);
      await start({ action: "invite" }, ids);
      await run();
      expect(await remindersOf()).toEqual([false, true]);
      await storage.clients.change("cl_2", { getsReminders: false }, []);
      await undo();
      expect(await remindersOf()).toEqual([false, false]);
    });

    test("leaves reminders unchanged for a skipped client", async () => {
      await storage.clients.change("cl_1", { email: null }, []);
      await start(invite, ids);
      await run();
      expect(await remindersOf()).toEqual([true, false]);
    });
  });

  test("without a mail server, no client is invited", async () => {
    await start({ action: "invite" }, ["cl_1"]);
    await run("bk_1", { isMailOn: false });
    expect([...((await found())?.causes ?? [])]).toEqual([["no-smtp", 1]]);
  });

  test("the operator's actions run at once, and a failed one says why", async () => {
    const outcomes = await storage.bulk.actAtOnce(due, ["cl_1", "cl_none", "cl_3"], step());
    expect(outcomes).toMatchObject([
      { state: "done" },
      { state: "skipped", cause: "gone" },
      { state: "done" },
    ]);
    expect(await dues()).toEqual(["2026-12-24", null, "2026-12-24"]);
    expect(await storage.bulk.actAtOnce(due, ["cl_1"], step())).toEqual([
      { state: "skipped", cause: "already-so" },
    ]);
    const [event] = (await storage.audit.list("cl_1")).filter(({ kind }) => kind === "client.changed");
    expect(event).toMatchObject({ actor: "operator", detail: "dueOn" });
  });
}
