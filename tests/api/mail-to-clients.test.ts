import { beforeEach, describe, expect, test, vi } from "vitest";
import { DAY_MS, HOUR_MS, isoOf, MINUTE_MS } from "#contract/instants.ts";
import { REMINDER_GAPS_DAYS } from "#contract/manage/mail/mail.ts";
import { listFollowUps } from "../../server/clients/follow-ups.ts";
import { builtInInterviews } from "../../server/interview-file/built-in-interviews.ts";
import { readClientMail } from "../../server/mail/mail-log.ts";
import { findOptOut, optOut } from "../../server/mail/opt-out.ts";
import { auditTrail } from "../support/data/audit-trail.ts";
import { type QueuedJob, queuedJobs } from "../support/data/queued-jobs.ts";
import type { MailServer } from "../support/peers/mail-server.ts";
import { type MailService, mailToServer, WEDNESDAY } from "../support/service/mail-service.ts";

let server: MailServer;
let service: MailService;
beforeEach(async () => {
  ({ server, service } = await mailToServer());
});

describe("a client who has signed in", () => {
  const ENGLISH = "You’re 8% done with your Acme interview";
  const SPANISH = "Ya lleva el 8% de su entrevista con Acme";

  test.each([
    ["es-MX,es;q=0.9,en;q=0.8", ["en", "es"], SPANISH, "Acme le envía este correo"],
    ["en-GB", ["es", "en"], ENGLISH, "Acme sends you this email"],
    // a client who speaks neither language, and one whose language the provider no longer offers
    ["fr", ["en", "es"], ENGLISH, "Acme sends you this email"],
    ["es", ["en"], ENGLISH, "Acme sends you this email"],
  ] as const)("with %s at a provider of %j is reminded by %j", async (wishes, languages, subject, footer) => {
    const { service, server } = await mailToServer({ languages });
    const clientId = await service.signInSpeaking(wishes);
    await service.save(clientId);
    await service.planAfter(6 * DAY_MS);
    await service.settled(1);
    expect(server.onlyMail().mail.subject).toBe(subject);
    expect(server.onlyMail().mail.text).toContain(footer);
  });
});

describe("a client who was added", () => {
  test("is reminded three times, at growing intervals, and then no more", async () => {
    const clientId = await service.addMailedClient();
    const days: number[] = [];
    for (let day = 0; day <= 58; day++) {
      const before = server.taken.length;
      await service.plan();
      await vi.waitFor(() => expect(queuedJobs(service)).toEqual([]));
      if (server.taken.length > before) days.push(day);
      service.time.now += DAY_MS;
    }
    // the client was added on a Wednesday, so 3 days later is a Saturday
    expect(days).toEqual([5, 12, 26]);
    expect(server.recipients()).toEqual(Array(3).fill(`${clientId}@client.example`));
  });

  test("is written to as text and as HTML, with the manager's name, and a link that signs them in", async () => {
    const managerId = await service.addManager("Mia");
    await service.addMailedClient("Rosa’s Bäckerei", managerId);
    await service.planAfter(5 * DAY_MS);
    await service.settled(1);
    const { mail, raw, from } = server.onlyMail();
    expect(mail.subject).toBe("A few questions from Acme");
    expect(mail.text).toContain("Hi there,");
    expect(mail.text).toMatch(/^https:\/\/interview\.example\/#key=fh_[0-9A-Z_]+$/m);
    expect(mail.text).toContain("It works for 7 days.");
    expect(mail.from).toEqual({ name: "Acme", address: "hello@acme.example" });
    expect(mail.replyTo).toEqual([{ name: "Mia", address: "mia@acme.example" }]);
    expect(from).toBe("hello@acme.example");
    expect(mail.to).toEqual([{ name: "Rosa’s Bäckerei", address: "cl_1@client.example" }]);
    const [link = ""] = /https:\S+#key=\S+/.exec(mail.text ?? "") ?? [];
    expect(mail.html).toContain(`<a href="${link}"`);
    expect(mail.html).toContain(">Open the interview</a>");
    expect(raw.length).toBeLessThan(20_000);
    expect(mail.date).toBe(new Date(service.time.now).toISOString());
  });

  test("is not reminded at night, and is in the morning", async () => {
    await service.addMailedClient();
    await service.planAfter(6 * DAY_MS + 11 * HOUR_MS);
    expect(await service.log()).toEqual([]);
    await service.planAfter(11 * HOUR_MS);
    await service.settled(1);
  });

  test("is reminded once, however often reminders are planned", async () => {
    await service.addMailedClient();
    service.time.now += 5 * DAY_MS;
    await Promise.all([service.plan(), service.plan(), service.plan()]);
    await service.settled(1);
    await service.plan();
    expect(await service.log()).toHaveLength(1);
  });

  test("is not reminded when they continue before the mail is sent", async () => {
    const clientId = await service.addMailedClient();
    server.answerWith(() => 451);
    await service.planAfter(5 * DAY_MS);
    await service.logOnce(([line]) => line?.attempts === 1 && line.state === "waiting");
    await service.save(clientId);
    service.time.now += HOUR_MS;
    await service.save(clientId, "b");
    server.answerWith(() => undefined);
    const [line] = await service.settled(1);
    expect(line).toMatchObject({ state: "dropped", cause: "not-needed" });
    expect(server.taken).toEqual([]);
  });

  test("and has submitted is not reminded, until a follow-up, and then until they answer", async () => {
    const clientId = await service.addMailedClient();
    await service.submit(clientId);
    await service.planAfter(5 * DAY_MS);
    expect(await service.log()).toEqual([]);
    await service.askFollowUp(clientId, await service.addManager());
    service.time.now += 5 * MINUTE_MS;
    await service.settled(1);
    await service.planAfter(2 * DAY_MS);
    expect(await service.log()).toHaveLength(1);
    await service.planAfter(DAY_MS);
    await service.settled(2);
    expect(server.taken.map(({ mail }) => mail.subject)).toEqual([
      "A quick follow-up from Acme",
      "Acme has a follow-up question for you",
    ]);
    await service.answer(clientId);
    await service.planAfter(7 * DAY_MS);
    expect(await service.log()).toHaveLength(2);
  });
});

describe("a follow-up", () => {
  const ADDED = ["website-info", "team-description", "fee-schedule"] as const;
  const texts = () => server.taken.map(({ mail }) => mail.text ?? "");
  /** A client of Mia who has submitted. */
  async function submittedClient() {
    const managerId = await service.addManager("Mia");
    const clientId = await service.addMailedClient("Rosa", managerId);
    await service.submit(clientId);
    const ask = (questionId: string, text: string) =>
      service.askFollowUp(clientId, managerId, questionId, text);
    return { clientId, managerId, ask };
  }

  test("is mailed after 5 minutes in its own words, also without automatic reminders", async () => {
    ({ server, service } = await mailToServer({ sendsReminders: false }));
    const { ask } = await submittedClient();
    await ask("website-info", "Which of the two sites is the old one?");
    service.time.now += 5 * MINUTE_MS - 1;
    await service.restartWorker();
    await vi.waitFor(() => expect(queuedJobs(service)).toHaveLength(1));
    expect(server.taken).toEqual([]);
    service.time.now += 1;
    await service.settled(1);
    const { mail } = server.onlyMail();
    expect(mail.subject).toBe("A quick follow-up from Acme");
    expect(mail.text).toContain("\nYour website today\nWhich of the two sites is the old one?\n");
    expect(mail.text).toContain("Acme sends you this email");
    expect(mail.replyTo).toEqual([{ name: "Mia", address: "mia@acme.example" }]);
  });

  test("is mailed in the client's language", async () => {
    ({ server, service } = await mailToServer({ languages: ["en", "es"] }));
    const clientId = await service.signInSpeaking("es-MX");
    await service.askFollowUp(clientId, await service.addManager(), "website-info", "¿Cuál es el antiguo?");
    service.time.now += 5 * MINUTE_MS;
    await service.settled(1);
    expect(server.onlyMail().mail.subject).toBe("Una pregunta adicional de Acme");
    expect(server.onlyMail().mail.text).toContain("\nSu sitio web hoy\n¿Cuál es el antiguo?\n");
  });

  test("is mailed with the next ones, at most 15 minutes after the first", async () => {
    const { ask } = await submittedClient();
    // the clock may only jump between jobs, because a jump would end a running job's lease
    const pass = async (ms: number) => {
      const isAtRest = ({ isLeased, nextAt }: QueuedJob) => !isLeased && nextAt > service.time.now;
      await vi.waitFor(() => expect(queuedJobs(service).every(isAtRest)).toBe(true));
      service.time.now += ms;
    };
    for (const [at, questionId] of [...ADDED, "workflow-processes"].entries()) {
      if (at > 0) await pass(4 * MINUTE_MS);
      await ask(questionId, `Question ${at}?`);
    }
    const [waiting] = await service.log();
    expect(waiting).toMatchObject({ state: "waiting", nextAt: isoOf(WEDNESDAY + 15 * MINUTE_MS) });
    await pass(3 * MINUTE_MS);
    expect(await service.settled(1)).toMatchObject([{ state: "sent" }]);
    for (const at of [0, 1, 2, 3]) expect(texts()[0]).toContain(`Question ${at}?`);
  });

  test("that is withdrawn or answered before is not in the mail", async () => {
    const { clientId, managerId, ask } = await submittedClient();
    const act = (questionId: string) => ({ clientId, managerId, questionId, at: service.time.now });
    for (const questionId of ADDED) await ask(questionId, `About ${questionId}?`);
    await service.storage.followUps.withdraw(act("team-description"), []);
    await service.answer(clientId, "fee-schedule");
    service.time.now += 5 * MINUTE_MS;
    await service.settled(1);
    expect(texts()[0]).toContain("About website-info?");
    expect(texts()[0]).not.toMatch(/About (team-description|fee-schedule)/);
    await ask("team-description", "Who?");
    await service.storage.followUps.withdraw(act("team-description"), []);
    service.time.now += 5 * MINUTE_MS;
    const [dropped] = await service.settled(2);
    expect(dropped).toMatchObject({ kind: "follow-up", state: "dropped", cause: "not-needed" });
  });

  test("that comes after the mail is in a separate mail", async () => {
    const { ask } = await submittedClient();
    await ask("website-info", "First?");
    service.time.now += 5 * MINUTE_MS;
    await service.settled(1);
    await ask("team-description", "Second?");
    service.time.now += 5 * MINUTE_MS;
    await service.settled(2);
    expect(texts()[1]).toContain("Second?");
    expect(texts()[1]).not.toContain("First?");
  });

  test("waits for a mail server that is down, and is then sent together with the next ones", async () => {
    const { ask } = await submittedClient();
    server.answerWith(() => 451);
    await ask("website-info", "First?");
    service.time.now += 5 * MINUTE_MS;
    await service.logOnce(([line]) => line?.attempts === 1 && line.state === "waiting");
    await ask("team-description", "Second?");
    server.answerWith(() => undefined);
    service.time.now += HOUR_MS;
    await service.settled(1);
    expect(texts()[0]).toMatch(/First\?[\s\S]*Second\?/);
  });

  test("waits at night for the morning, unless its manager sends it", async () => {
    const { clientId, managerId, ask } = await submittedClient();
    service.time.now += 11 * HOUR_MS;
    await ask("website-info", "First?");
    const { storage, calendar } = service;
    const shown = async () => {
      const mail = { isOn: true, calendar };
      return await listFollowUps({ storage, interview: builtInInterviews.en }, mail, clientId);
    };
    expect(await shown()).toMatchObject([{ mailAt: "2026-03-05T08:00:00.000Z" }]);
    service.time.now += HOUR_MS;
    await service.restartWorker();
    await vi.waitFor(() => expect(queuedJobs(service)).toHaveLength(1));
    expect(server.taken).toEqual([]);
    const hastening = { clientId, askedBy: managerId, at: service.time.now };
    expect(await storage.mail.hastenFollowUps(hastening, [])).toBe(true);
    await service.settled(1);
    expect(texts()[0]).toContain("First?");
    expect(await shown()).toMatchObject([{ mailAt: null }]);
    expect(await storage.mail.hastenFollowUps(hastening, [])).toBe(false);
  });

  test("is not mailed to a client who has no address or wants no mail", async () => {
    const { clientId, ask } = await submittedClient();
    await service.storage.clients.change(clientId, { email: null }, []);
    await ask("website-info", "First?");
    expect(await service.log()).toEqual([]);
    await service.storage.clients.change(clientId, { email: "rosa@client.example" }, []);
    await ask("team-description", "Second?");
    service.time.now += 5 * MINUTE_MS;
    await service.settled(1);
    const token = /\/opt-out\/(fho_[\w-]{43})/.exec(texts()[0] ?? "")?.[1] ?? "";
    await optOut(service.storage, token, service.by());
    await ask("fee-schedule", "Third?");
    expect(await service.log()).toHaveLength(1);
  });
});

describe("a client's unsubscribe link", () => {
  const tokenIn = (text = "") => /\/opt-out\/(fho_[\w-]{43})/.exec(text)?.[1] ?? "";

  test("is in the mail and in its header, works with one press, and ends all mail", async () => {
    const clientId = await service.addMailedClient();
    await service.remind(clientId);
    await service.settled(1);
    const { mail } = server.onlyMail();
    const header = (key: string) => mail.headers.find((line) => line.key === key)?.value;
    const token = tokenIn(mail.text);
    expect(header("list-unsubscribe")).toBe(`<https://interview.example/opt-out/${token}>`);
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const { storage } = service;
    expect(await findOptOut(storage, token)).toEqual({ clientName: "Rosa", isOptedOut: false });
    expect(await optOut(storage, token, service.by())).toBe(true);
    expect(await optOut(storage, token, service.by())).toBe(true);
    expect(await findOptOut(storage, token)).toEqual({ clientName: "Rosa", isOptedOut: true });
    expect(auditTrail(service).filter(({ kind }) => kind === "mail.opted-out")).toHaveLength(1);
    await service.planAfter(12 * DAY_MS);
    expect(await service.log()).toHaveLength(1);
    expect(await service.remind(clientId)).toEqual({ outcome: "refused", reason: "opted-out" });
  });

  test.each(["", "x", `fho_${"A".repeat(43)}`, `fho_${"A".repeat(43)}'--`, "fho_".repeat(10_000)])(
    "that was never sent unsubscribes no client",
    async (token) => {
      await service.addMailedClient();
      expect(await findOptOut(service.storage, token)).toBeUndefined();
      expect(await optOut(service.storage, token, service.by())).toBe(false);
      expect(auditTrail(service)).toEqual([]);
    },
  );

  test("stops waiting mails", async () => {
    const clientId = await service.addMailedClient();
    await service.remind(clientId);
    await service.settled(1);
    service.time.now += 2 * HOUR_MS;
    server.answerWith(() => 451);
    await service.remind(clientId);
    await service.logOnce(([line]) => line?.attempts === 1 && line.state === "waiting");
    await optOut(service.storage, tokenIn(server.onlyMail().mail.text), service.by());
    service.time.now += HOUR_MS;
    const [line] = await service.settled(2);
    expect(line).toMatchObject({ state: "dropped", cause: "opted-out" });
  });
});

describe("remind now", () => {
  test("sends at once, at any hour, what the client needs to know", async () => {
    service.time.now += 13 * HOUR_MS;
    const clientId = await service.addMailedClient();
    await service.save(clientId);
    expect(await service.remind(clientId)).toMatchObject({ outcome: "queued", kind: "partly-done" });
    await service.settled(1);
    expect(server.onlyMail().mail.subject).toBe("You’re 8% done with your Acme interview");
    expect(auditTrail(service).map(({ kind, actor, detail }) => [kind, actor, detail])).toEqual([
      ["mail.asked-for", "mg_1", "partly-done"],
      ["key.issued", "nobody", "mailed"],
      ["mail.sent", "mg_1", expect.stringMatching(/^ml_\S+ partly-done$/)],
    ]);
  });

  test("is refused with its reason, and stores nothing", async () => {
    const clientId = await service.addMailedClient();
    expect(await service.remind(clientId, false)).toEqual({ outcome: "refused", reason: "no-smtp" });
    await service.storage.clients.change(clientId, { email: null }, []);
    expect(await service.remind(clientId)).toEqual({ outcome: "refused", reason: "no-address" });
    await service.storage.clients.change(clientId, { email: "a@b.example" }, []);
    await service.submit(clientId);
    expect(await service.remind(clientId)).toEqual({ outcome: "refused", reason: "submitted" });
    await expect(service.remind("cl_nobody")).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await service.log()).toEqual([]);
  });

  test("pressed many times at once sends one mail, and another one after an hour", async () => {
    const clientId = await service.addMailedClient();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => service.remind(clientId)));
    expect(outcomes.filter(({ outcome }) => outcome === "queued")).toHaveLength(1);
    await service.settled(1);
    expect(await service.remind(clientId)).toEqual({ outcome: "refused", reason: "just-sent" });
    service.time.now += HOUR_MS;
    expect(await service.remind(clientId)).toMatchObject({ outcome: "queued" });
    await service.settled(2);
  });

  test("is refused while an earlier one waits, however long", async () => {
    const clientId = await service.addMailedClient();
    server.answerWith(() => 451);
    await service.remind(clientId);
    await service.logOnce(([line]) => line?.attempts === 1 && line.state === "waiting");
    service.time.now += 2 * HOUR_MS;
    await service.logOnce(([line]) => line?.attempts === 2 && line.state === "waiting");
    expect(await service.remind(clientId)).toEqual({ outcome: "refused", reason: "waiting" });
    expect(await service.log()).toHaveLength(1);
  });

  test("does not count as an automatic reminder, and automatic ones keep their distance from it", async () => {
    const clientId = await service.addMailedClient();
    service.time.now += 2 * DAY_MS;
    await service.remind(clientId);
    await service.settled(1);
    const { storage, calendar } = service;
    const mail = await readClientMail(
      { storage, mail: { calendar, reminderGaps: REMINDER_GAPS_DAYS, sendsReminders: true } },
      clientId,
      service.time.now,
    );
    expect(mail).toEqual({
      hasAddress: true,
      isOptedOut: false,
      getsReminders: true,
      next: { kind: "not-started", at: new Date(WEDNESDAY + 5 * DAY_MS).toISOString() },
      opensAt: null,
    });
  });
});

describe("a client whose due date is near", () => {
  const planDaily = async (days: number) => {
    for (let day = 0; day < days; day++) await service.planAfter(DAY_MS);
  };
  const dueOn = (clientId: string, day: string | null) =>
    service.storage.clients.change(clientId, { dueOn: day }, []);

  test("is reminded two days and one day before, by any number of servers, and of nothing else meanwhile", async () => {
    const clientId = await service.addMailedClient();
    await dueOn(clientId, "2026-03-13");
    await planDaily(6);
    // the reminder to start, after three days and a weekend
    expect((await service.settled(1)).map(({ kind }) => kind)).toEqual(["not-started"]);
    service.time.now += DAY_MS;
    await Promise.all([service.plan(), service.plan(), service.plan()]);
    await service.settled(2);
    await service.planAfter(HOUR_MS);
    await planDaily(1);
    // a mail that is still waiting at the end of the day is no longer needed
    await service.settled(3);
    await planDaily(3);
    const log = await service.settled(3);
    expect(log.map(({ kind, createdAt }) => [kind, createdAt.slice(0, 10)])).toEqual([
      ["due-soon", "2026-03-12"],
      ["due-soon", "2026-03-11"],
      ["not-started", "2026-03-09"],
    ]);
    const { subject, text } = server.taken.at(-1)?.mail ?? {};
    expect(subject).toBe("Your Acme interview is due soon");
    expect(text).toContain("Please finish by Friday, March 13.");
    expect(text).toMatch(/^Open the interview:\nhttps:\/\/interview\.example\/#key=fh_\w+$/m);
  });

  test("gets no mail once they have submitted, or when the date was removed or has passed", async () => {
    const submitted = await service.addMailedClient();
    const without = await service.addMailedClient();
    const late = await service.addMailedClient();
    for (const clientId of [submitted, without, late]) await dueOn(clientId, "2026-03-06");
    server.answerWith(() => 451);
    await service.planAfter(DAY_MS);
    await service.logOnce(
      (mails) =>
        mails.length === 3 && mails.every(({ attempts, state }) => attempts > 0 && state === "waiting"),
    );
    await service.submit(submitted);
    await dueOn(without, null);
    service.time.now += 2 * DAY_MS + 3 * HOUR_MS;
    server.answerWith(() => undefined);
    const log = await service.settled(3);
    expect(log.map(({ state, cause }) => [state, cause])).toEqual(Array(3).fill(["dropped", "not-needed"]));
    expect(server.taken).toEqual([]);
  });

  test("is the next mail shown to the manager", async () => {
    const clientId = await service.addMailedClient();
    await dueOn(clientId, "2026-03-07");
    const { storage, calendar } = service;
    const mail = { calendar, reminderGaps: REMINDER_GAPS_DAYS, sendsReminders: true };
    service.time.now += 11 * HOUR_MS;
    expect(await readClientMail({ storage, mail }, clientId, service.time.now)).toMatchObject({
      next: { kind: "due-soon", at: "2026-03-05T08:00:00.000Z" },
      opensAt: "2026-03-05T08:00:00.000Z",
    });
  });
});

describe("a client whose manager turned reminders off", () => {
  const turn = (clientId: string, getsReminders: boolean) =>
    service.storage.clients.change(clientId, { getsReminders }, []);
  const planDaily = async (days: number) => {
    for (let day = 0; day < days; day++) await service.planAfter(DAY_MS);
  };
  const readMail = (clientId: string) => {
    const { storage, calendar } = service;
    const mail = { calendar, reminderGaps: REMINDER_GAPS_DAYS, sendsReminders: true };
    return readClientMail({ storage, mail }, clientId, service.time.now);
  };

  test("gets no mail from the server, not about the due date either, until reminders are on again", async () => {
    const clientId = await service.addMailedClient();
    await service.storage.clients.change(clientId, { dueOn: "2026-03-13" }, []);
    await turn(clientId, false);
    await planDaily(14);
    expect(await service.log()).toEqual([]);
    expect(await readMail(clientId)).toMatchObject({ getsReminders: false, next: null });
    await turn(clientId, true);
    expect(await readMail(clientId)).toMatchObject({ getsReminders: true, next: { kind: "not-started" } });
    await service.plan();
    expect(await service.settled(1)).toMatchObject([{ kind: "not-started", state: "sent" }]);
  });

  test("gets what a manager sends: a reminder, and a follow-up, which is not mailed again", async () => {
    const managerId = await service.addManager();
    const clientId = await service.addMailedClient("Rosa", managerId);
    await turn(clientId, false);
    expect(await service.remind(clientId)).toMatchObject({ outcome: "queued", kind: "not-started" });
    await service.settled(1);
    service.time.now += MINUTE_MS;
    await service.submit(clientId);
    await service.askFollowUp(clientId, managerId);
    service.time.now += 5 * MINUTE_MS;
    await service.settled(2);
    await planDaily(14);
    expect((await service.log()).map(({ kind, state }) => [kind, state])).toEqual([
      ["follow-up", "sent"],
      ["not-started", "sent"],
    ]);
  });

  test("gets no reminder that was waiting for another try", async () => {
    const clientId = await service.addMailedClient();
    server.answerWith(() => 451);
    await service.planAfter(5 * DAY_MS);
    await service.logOnce(([line]) => line?.attempts === 1 && line.state === "waiting");
    await turn(clientId, false);
    service.time.now += HOUR_MS;
    server.answerWith(() => undefined);
    expect(await service.settled(1)).toMatchObject([{ state: "dropped", cause: "reminders-off" }]);
    expect(server.taken).toEqual([]);
  });
});
