import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_MAIL } from "#contract/manage/mail/mail.ts";
import type { StorageEvent } from "../audit/events.ts";
import type { Engine } from "../engine/engine.ts";
import type { TakenJob } from "../outbox/jobs.ts";
import { mailOutbox, SEND_MAIL_JOB } from "../outbox/mail-outbox.ts";
import { aClient, aKey, aSave, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import type { MailResult } from "./mails.ts";

const anEvent = (kind: StorageEvent["kind"]): StorageEvent => ({ at: NOW, kind, actor: "mg_1" });
const aResult = (more: Partial<MailResult> = {}): MailResult => ({
  state: "sent",
  nextAt: null,
  status: 250,
  cause: null,
  at: NOW + 5,
  ...more,
});

export function mailSuite(open: () => Promise<OpenedStorage>): void {
  let engine: Engine;
  let storage: Storage;
  beforeEach(async () => {
    ({ engine, storage } = await open());
    for (const managerId of ["mg_1", "mg_2"]) await addManager(managerId);
    await addClient("cl_1", "mg_1");
  });
  afterEach(() => storage.close());

  const addManager = (managerId: string, role: "manager" | "administrator" = "manager") =>
    storage.managers.add(
      { managerId, name: managerId, email: `${managerId}@a.example`, role, createdAt: NOW },
      { tokenHash: managerId, managerId, createdAt: NOW, expiresAt: NOW },
      [],
    );
  const addClient = (clientId: string, managerId: string | null = null) =>
    storage.clients.add(
      { ...aClient(clientId), email: `${clientId}@c.example`, managerId },
      aKey(`KEY ${clientId}`, clientId),
      [],
    );
  const choose = (managerId: string, choices = {}, at = NOW) =>
    storage.mail.putChoices({ managerId, at, choices: { ...DEFAULT_MAIL, ...choices } }, []);
  const submit = (clientId = "cl_1") =>
    storage.records.save(aSave("a", { clientId, submissionId: `of ${clientId}` }));
  const askFollowUp = (clientId: string, at: number, questionId = "one") =>
    storage.followUps.ask(
      { clientId, questionId, managerId: "mg_1", at, text: "Which one?", isMailed: false },
      [],
    );
  const log = () => storage.mail.list({ scope: "all", limit: 100 });
  const readers = async () => (await log()).map(({ managerId }) => managerId).toSorted();
  const take = (now = NOW) => storage.jobs.take([SEND_MAIL_JOB], { now, until: now + 1_000 });
  const taken = async (now?: number): Promise<TakenJob> => {
    const job = await take(now);
    if (!job) throw new Error("There is no job to take");
    return job;
  };
  /** Adds a waiting mail; returns its id. */
  const aMail = async () => {
    const asked = {
      clientId: "cl_1",
      kind: "not-started",
      askedBy: "mg_1",
      at: NOW,
      notSince: NOW - 1,
    } as const;
    const outcome = await storage.mail.askForReminder(asked, []);
    if (outcome.kind !== "queued") throw new Error(outcome.kind);
    return outcome.mailId;
  };

  describe("a submission", () => {
    test("is mailed to a manager who never chose, once their account has been used", async () => {
      await submit();
      expect(await log()).toEqual([]);
      const session = {
        tokenHash: "t",
        managerId: "mg_1",
        createdAt: NOW,
        lastUsedAt: NOW,
        expiresAt: NOW + 9,
      };
      await storage.managerSessions.open(
        { ...session, way: "link", address: null, device: null, browserHash: null },
        9,
        [],
      );
      await addClient("cl_2", "mg_1");
      await submit("cl_2");
      expect(await log()).toMatchObject([{ kind: "submitted", clientId: "cl_2", managerId: "mg_1" }]);
    });

    test("is not mailed where the installation sends no mail", async () => {
      await choose("mg_1");
      await storage.records.save(aSave("a", { submissionId: "s", isMailed: false }));
      expect(await log()).toEqual([]);
    });

    test("is mailed only to the client's manager, where they chose so, with a job", async () => {
      await choose("mg_1");
      await choose("mg_2");
      await submit();
      expect(await log()).toMatchObject([
        { kind: "submitted", clientId: "cl_1", managerId: "mg_1", state: "waiting", nextAt: NOW },
      ]);
      expect(await log()).toMatchObject([{ clientName: "Rosa", managerName: "mg_1", askedByName: null }]);
      expect((await taken()).payload).toEqual({ mailId: (await log())[0]?.mailId });
    });

    test("is mailed at once, and later ones together every ten minutes", async () => {
      await choose("mg_1");
      const minute = 60_000;
      const submitAt = (at: number) =>
        storage.records.save(aSave(`at ${at}`, { clientId: "cl_1", submissionId: `s${at}`, at }));
      const waiting = async () => (await log()).filter(({ state }) => state === "waiting");
      const sendNext = async (at: number) => {
        const job = await taken(at);
        const { mailId } = job.payload as { mailId: string };
        await storage.mail.settle(job, { mailId, result: aResult({ at }) }, []);
      };
      await submitAt(NOW);
      await sendNext(NOW);
      for (let place = 1; place <= 60; place++) await submitAt(NOW + place * 1_000);
      expect(await waiting()).toMatchObject([{ nextAt: NOW + 10 * minute }]);
      expect(await take(NOW + 10 * minute - 1)).toBeUndefined();
      await sendNext(NOW + 10 * minute);
      await submitAt(NOW + 11 * minute);
      expect(await waiting()).toMatchObject([{ nextAt: NOW + 20 * minute }]);
      expect(await log()).toHaveLength(3);
    });

    test("of a client without a manager is mailed to the administrators who chose so", async () => {
      await addManager("mg_3", "administrator");
      await addManager("mg_4", "administrator");
      for (const managerId of ["mg_1", "mg_3"]) await choose(managerId);
      await addClient("cl_2");
      await submit("cl_2");
      expect(await readers()).toEqual(["mg_3"]);
    });

    test("writes nothing where no manager chose so, or the one who did is revoked", async () => {
      await submit();
      await choose("mg_1", { submitted: false });
      await addClient("cl_2", "mg_1");
      await submit("cl_2");
      await choose("mg_2");
      await storage.managers.revoke({ managerId: "mg_2", at: NOW }, []);
      await addClient("cl_3", "mg_2");
      await submit("cl_3");
      expect([await log(), await take()]).toEqual([[], undefined]);
    });

    test("of a revoked manager's client is mailed to the administrators", async () => {
      await choose("mg_1");
      await storage.managers.revoke({ managerId: "mg_1", at: NOW }, []);
      await storage.managers.change({ managerId: "mg_2", name: "Ann", role: "administrator" }, []);
      await choose("mg_2");
      await submit();
      expect(await log()).toMatchObject([{ managerId: "mg_2", kind: "submitted" }]);
    });

    test("that conflicts is not mailed", async () => {
      await choose("mg_1");
      await storage.records.save(aSave("b", { submissionId: "s", expectedRevision: 9 }));
      expect(await log()).toEqual([]);
    });
  });

  test("mails of a failed transaction are not queued", async () => {
    await choose("mg_1", { answered: true });
    const failing = engine.write(async (db) => {
      await mailOutbox(engine).submitted(db, { clientId: "cl_1", at: NOW });
      await mailOutbox(engine).answered(db, { clientId: "cl_1", at: NOW });
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await log()).toEqual([]);
  });

  describe("a follow-up question", () => {
    const since = async () => (await storage.mail.findReminderFacts("cl_1"))?.followUpAskedAt;
    const answer = (text: string, isAnswered: (ask: { questionId: string }) => boolean) =>
      storage.records.save(aSave(text, { isAnswered }));

    test("is open since the latest unsettled one", async () => {
      await askFollowUp("cl_1", NOW + 1, "one");
      await askFollowUp("cl_1", NOW + 2, "two");
      expect(await since()).toBe(NOW + 2);
      await answer("a", ({ questionId }) => questionId === "two");
      expect(await since()).toBe(NOW + 1);
      await storage.followUps.withdraw(
        { clientId: "cl_1", questionId: "one", managerId: "mg_1", at: NOW + 3 },
        [],
      );
      expect(await since()).toBeNull();
    });

    test("is mailed once it is answered, several answers in one mail, to managers who chose so", async () => {
      await choose("mg_1", { submitted: false, answered: true });
      await askFollowUp("cl_1", NOW, "one");
      await askFollowUp("cl_1", NOW, "two");
      await answer("a", () => false);
      expect(await log()).toEqual([]);
      for (const question of ["one", "two"])
        await answer(question, ({ questionId }) => questionId === question);
      const nextAt = NOW + 10 * 60_000;
      expect(await log()).toMatchObject([{ kind: "answered", managerId: "mg_1", state: "waiting", nextAt }]);
    });
  });

  describe("a mail", () => {
    test("with a key that is in use is not queued", async () => {
      const mail = { kind: "not-started", clientId: "cl_1", at: NOW, round: 0, dedupeKey: "one" } as const;
      await storage.mail.put([mail, mail]);
      await storage.mail.put([mail]);
      expect(await log()).toHaveLength(1);
    });

    test("is recorded before it is tried, and settled afterwards with its events and its job", async () => {
      const mailId = await aMail();
      const job = await taken();
      expect(await storage.mail.begin(job, { mailId, at: NOW + 4, optOutHash: "hash" })).toBe(true);
      expect(await log()).toMatchObject([{ state: "sending", attempts: 1, lastAt: NOW + 4 }]);
      const settled = { mailId, result: aResult() };
      expect(await storage.mail.settle(job, settled, [anEvent("mail.sent")])).toBe(true);
      expect(await log()).toMatchObject([{ state: "sent", status: 250, nextAt: null, lastAt: NOW + 5 }]);
      expect(await storage.mail.findDue(mailId)).toBeUndefined();
      expect(await take(NOW + 9e9)).toBeUndefined();
    });

    test("that will be tried again has its job at that time", async () => {
      const mailId = await aMail();
      const job = await taken();
      const waiting = aResult({ state: "waiting", nextAt: NOW + 500, status: 451, cause: "busy" });
      await storage.mail.settle(job, { mailId, result: waiting }, []);
      expect(await take(NOW + 499)).toBeUndefined();
      expect(await take(NOW + 500)).toBeDefined();
      expect(await storage.mail.findDue(mailId)).toMatchObject({ state: "waiting", nextAt: NOW + 500 });
    });

    test("cannot be started or settled by a worker whose lease has run out", async () => {
      const mailId = await aMail();
      const job = await taken();
      await taken(NOW + 1_000);
      expect(await storage.mail.begin(job, { mailId, at: NOW, optOutHash: null })).toBe(false);
      expect(await storage.mail.settle(job, { mailId, result: aResult() }, [anEvent("mail.sent")])).toBe(
        false,
      );
      expect(await log()).toMatchObject([{ state: "waiting", attempts: 0 }]);
      expect(await storage.audit.listAll({ limit: 9 })).toEqual([]);
    });

    test("is written from the state at the time of sending", async () => {
      const mailId = await aMail();
      await storage.clients.change(
        "cl_1",
        { name: "Rosa & Co", email: "new@c.example", managerId: "mg_2" },
        [],
      );
      await storage.records.save(aSave("a"));
      expect(await storage.mail.findDue(mailId)).toMatchObject({
        recipient: { name: "Rosa & Co", email: "new@c.example" },
        manager: { name: "mg_2", email: "mg_2@a.example" },
        percent: 8,
        askedBy: "mg_1",
        isToClient: true,
      });
      await storage.managers.revoke({ managerId: "mg_2", at: NOW }, []);
      expect((await storage.mail.findDue(mailId))?.manager).toBeNull();
    });
  });

  test("a client can unsubscribe once by the hash of a token from a mail", async () => {
    const mailId = await aMail();
    await storage.mail.begin(await taken(), { mailId, at: NOW, optOutHash: "hash" });
    expect(await storage.mail.findOptOut("other")).toBeUndefined();
    expect(await storage.mail.findOptOut("hash")).toEqual({
      clientId: "cl_1",
      clientName: "Rosa",
      isOptedOut: false,
    });
    for (let time = 0; time < 2; time++)
      await storage.mail.optOut({ clientId: "cl_1", at: NOW }, [anEvent("mail.opted-out")]);
    expect((await storage.mail.findOptOut("hash"))?.isOptedOut).toBe(true);
    expect((await storage.mail.findReminderFacts("cl_1"))?.isOptedOut).toBe(true);
    expect(await storage.audit.listAll({ limit: 9 })).toHaveLength(1);
  });

  test("a client who unsubscribed can get mail again, and that is one event", async () => {
    await storage.mail.optOut({ clientId: "cl_1", at: NOW }, []);
    for (let time = 0; time < 2; time++) await storage.mail.optIn("cl_1", [anEvent("mail.opted-in")]);
    expect((await storage.mail.findReminderFacts("cl_1"))?.isOptedOut).toBe(false);
    expect((await storage.audit.listAll({ limit: 9 })).map(({ kind }) => kind)).toEqual(["mail.opted-in"]);
  });

  test("an erased client leaves no mail behind, and waiting mails are not sent", async () => {
    const mailId = await aMail();
    await storage.mail.optOut({ clientId: "cl_1", at: NOW }, []);
    await askFollowUp("cl_1", NOW);
    await storage.erasing.softDeleteClient({ clientId: "cl_1", at: NOW }, []);
    expect([await log(), await storage.mail.findReminderFacts("cl_1")]).toEqual([[], undefined]);
    while (await storage.erasing.dropPieceOfRecord("cl_1")) expect(await log()).toEqual([]);
    expect(await storage.erasing.forgetClient("cl_1")).toBe(true);
    expect(await storage.mail.findDue(mailId)).toBeUndefined();
  });

  describe("what planning reads", () => {
    test("includes, page by page, the clients who have not submitted or have an open follow-up", async () => {
      for (const clientId of ["cl_2", "cl_3", "cl_4"]) await addClient(clientId);
      for (const clientId of ["cl_2", "cl_3"]) await submit(clientId);
      await askFollowUp("cl_3", NOW + 1);
      await aMail();
      const first = await storage.mail.listReminderFacts({ after: "", limit: 2 });
      expect(first.map(({ clientId }) => clientId)).toEqual(["cl_1", "cl_3"]);
      expect(first[0]?.mails).toMatchObject([{ toClient: true, round: null, createdAt: NOW }]);
      expect(first[1]).toMatchObject({
        submittedAt: NOW,
        followUpAskedAt: NOW + 1,
        hasAddress: true,
        mails: [],
      });
      const second = await storage.mail.listReminderFacts({ after: "cl_3", limit: 2 });
      expect(second.map(({ clientId }) => clientId)).toEqual(["cl_4"]);
    });

    test("includes the managers who want to hear of stalled clients, and can still sign in", async () => {
      await choose("mg_1", { stuckDays: 4 }, NOW + 1);
      await choose("mg_2", { stuckDays: 4 });
      await storage.managers.revoke({ managerId: "mg_2", at: NOW }, []);
      expect(await storage.mail.listStuckChoices()).toEqual([
        { managerId: "mg_1", role: "manager", days: 4, changedAt: NOW + 1 },
      ]);
    });
  });

  test("choices and templates are found as stored, and a removed template is gone", async () => {
    expect(await storage.mail.findChoices("mg_1")).toBeUndefined();
    await choose("mg_1", { stuckDays: 9 });
    await choose("mg_1", { answered: true });
    expect(await storage.mail.findChoices("mg_1")).toEqual({
      submitted: true,
      answered: true,
      digest: true,
      stuckDays: null,
    });
    const template = {
      kind: "stuck",
      language: "en",
      subject: "s",
      text: "t",
      changedAt: NOW,
    } as const;
    const spanish = { ...template, language: "es", text: "u" } as const;
    await storage.mail.putTemplates([{ ...template, subject: "old" }, spanish], []);
    await storage.mail.putTemplates([template], []);
    const inOrder = async () =>
      (await storage.mail.listTemplates()).toSorted((one, other) =>
        one.language.localeCompare(other.language),
      );
    expect(await inOrder()).toEqual([template, spanish]);
    expect(await storage.mail.findTemplate({ kind: "stuck", language: "es" })).toEqual({
      subject: "s",
      text: "u",
    });
    const remove = () =>
      storage.mail.removeTemplates({ kind: "stuck", languages: ["en"] }, [anEvent("mail.template-removed")]);
    expect([await remove(), await remove()]).toEqual([true, false]);
    expect(await inOrder()).toEqual([spanish]);
    expect(await storage.mail.findTemplate({ kind: "stuck", language: "en" })).toBeUndefined();
    expect(await storage.audit.listAll({ limit: 9 })).toHaveLength(1);
  });
}
