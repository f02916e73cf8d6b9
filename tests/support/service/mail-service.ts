import { lookup as dnsLookup } from "node:dns";
import { expect, onTestFinished, vi } from "vitest";
import type { Language } from "#contract/languages.ts";
import { INVITATION_LINK_DAYS, SIGN_IN_LINK_DAYS } from "#contract/limits.ts";
import { type MailLine, REMINDER_GAPS_DAYS } from "#contract/manage/mail/mail.ts";
import { listView } from "../../../server/clients/list-view.ts";
import { builtInInterviews } from "../../../server/interview-file/built-in-interviews.ts";
import { noInterviewFile } from "../../../server/interview-file/read-interview-file.ts";
import { createWorker } from "../../../server/jobs/worker.ts";
import { planDigests, type ReadDigest } from "../../../server/mail/digest/plan-digests.ts";
import { mailJobs } from "../../../server/mail/mail-jobs.ts";
import { listMails } from "../../../server/mail/mail-log.ts";
import { planMail } from "../../../server/mail/reminders/plan-mail.ts";
import { remindNow } from "../../../server/mail/reminders/remind-now.ts";
import { addManager } from "../../../server/managers/accounts.ts";
import { OPERATOR } from "../../../server/managers/actor.ts";
import { operatorEgressPolicy } from "../../../server/outgoing/egress-policy.ts";
import type { Lookup } from "../../../server/outgoing/guarded-lookup.ts";
import { openCalendar } from "../../../server/settings/calendar.ts";
import type { SmtpServer } from "../../../server/settings/smtp-settings.ts";
import { aSave } from "../../../server/storage/storage.suite.ts";
import { mailServer, PASSWORD, USER } from "../peers/mail-server.ts";
import { startService } from "./service.ts";

/** A Wednesday at 10 a.m. UTC. */
export const WEDNESDAY = Date.parse("2026-03-04T10:00:00Z");

export const smtpAt = (port: number, more: Partial<SmtpServer> = {}): SmtpServer => ({
  host: "localhost",
  port,
  security: "plain",
  user: USER,
  password: PASSWORD,
  ...more,
});

type Options = {
  timeLimitMs?: number;
  lookup?: Lookup;
  languages?: readonly Language[];
  sendsReminders?: boolean;
  sendsSignInLinks?: boolean;
};

/** The real service with a worker that sends mail, as in `serve`. */
export async function mailService(
  smtp: SmtpServer,
  {
    timeLimitMs = 5_000,
    lookup = dnsLookup,
    languages = ["en"],
    sendsReminders = true,
    sendsSignInLinks = true,
  }: Options = {},
) {
  const service = await startService();
  const { storage, app, time } = service;
  time.now = WEDNESDAY;
  const clock = () => time.now;
  const calendar = openCalendar({ quietHours: () => ({ from: 20, to: 8 }), timeZone: () => "UTC" });
  const sender = {
    from: { name: "Acme", email: "hello@acme.example" },
    providerName: "Acme",
    interviews: new Map(languages.map((language) => [language, builtInInterviews[language]])),
    publicUrl: "https://interview.example",
    look: noInterviewFile.mailLook,
  };
  const listed = { sendsReminders, reminderGaps: REMINDER_GAPS_DAYS, calendar };
  const readDigest: ReadDigest = (keeper, now) =>
    storage.clients.readDigest({
      keeper,
      view: listView({ settings: service.settings, mail: listed }, keeper.managerId, now),
    });
  const { secrets } = service;
  const work = {
    storage,
    secrets,
    sendsSignInLinks,
    sender,
    calendar,
    readDigest,
    lookup,
    clock,
    random: () => 0,
    logger: app.log,
    timeLimitMs,
    reach: operatorEgressPolicy(),
    linkDays: { invitation: INVITATION_LINK_DAYS, other: SIGN_IN_LINK_DAYS },
  };
  const newWorker = (server: SmtpServer) =>
    createWorker({
      storage,
      kinds: mailJobs(work, () => ({ ...work, smtp: server })),
      atOnce: 2,
      clock,
      logger: app.log,
      times: { pollMs: 5, leaseMs: 30_000, finishMs: 50 },
    });
  let worker = newWorker(smtp);
  worker.wake();
  let keys = 0;
  const by = () => ({ actor: "mg_1", at: time.now });
  const plan = () => planMail({ storage, calendar, gaps: REMINDER_GAPS_DAYS, sendsReminders }, time.now);
  const planDigest = () => planDigests({ storage, calendar, readDigest }, time.now);
  const log = async () => (await listMails(storage, { scope: "all" })).mails;
  /** Waits until the mail log looks like this. */
  const logOnce = (isSo: (mails: MailLine[]) => boolean): Promise<MailLine[]> =>
    vi.waitFor(
      async () => {
        const mails = await log();
        if (!isSo(mails)) throw new Error(JSON.stringify(mails));
        return mails;
      },
      { timeout: 10_000, interval: 5 },
    );

  return {
    ...service,
    calendar,
    sender,
    log,
    /** The manager as the actor, at the current time. */
    by,
    plan,
    planDigest,
    /** Plans digests at this instant. */
    planDigestAt(instant: string): Promise<number> {
      time.now = Date.parse(instant);
      return planDigest();
    },
    /** Signs the manager in once, which confirms that the address is theirs. */
    async openAccount(managerId: string): Promise<void> {
      const session = { tokenHash: `session of ${managerId}`, managerId, way: "link" as const };
      const lives = { createdAt: time.now, lastUsedAt: time.now, expiresAt: time.now + 1 };
      await storage.managerSessions.open(
        { ...session, ...lives, address: null, device: null, browserHash: null },
        9,
        [],
      );
    },
    async planAfter(ms: number): Promise<void> {
      time.now += ms;
      await plan();
    },
    remind: (clientId: string, isOn = true) => remindNow({ storage, isOn, actor: by() }, clientId),
    save: (clientId: string, text = "a") => storage.records.save(aSave(text, { clientId, at: time.now })),
    submit: (clientId: string, text = "a") =>
      storage.records.save(aSave(text, { clientId, at: time.now, submissionId: `${clientId} ${text}` })),
    logOnce,
    /** The mail log once it has `count` mails and all of them are finished. */
    settled: (count: number) =>
      logOnce(
        (mails) =>
          mails.length === count && mails.every(({ state }) => state !== "waiting" && state !== "sending"),
      ),
    async addMailedClient(name = "Rosa", managerId: string | null = null): Promise<string> {
      const clientId = `cl_${++keys}`;
      await storage.clients.add(
        {
          clientId,
          name,
          email: `${clientId}@client.example`,
          managerId,
          createdAt: time.now,
          draftKey: "d".repeat(43),
        },
        {
          keyId: `KEY${keys}`,
          clientId,
          secretHash: `h${keys}`,
          pepperId: "p1",
          createdAt: time.now,
          expiresAt: time.now + 9e9,
        },
        [],
      );
      return clientId;
    },
    /** A client with an address who signed in with this `Accept-Language`. */
    async signInSpeaking(wishes: string): Promise<string> {
      const { clientId, accessKey } = await service.signIn("Rosa");
      await storage.clients.change(clientId, { email: "rosa@client.example" }, []);
      const headers = { "accept-language": wishes };
      await service.call("POST", "/v1/auth/exchange", { body: { key: accessKey }, headers });
      return clientId;
    },
    async addManager(name = "Mia", role: "manager" | "administrator" = "manager"): Promise<string> {
      const account = { name, email: `${name.toLowerCase()}@acme.example`, role };
      const made = await addManager(storage, account, { actor: OPERATOR, at: time.now });
      if (!made) throw new Error("The account was not made");
      return made.managerId;
    },
    askFollowUp: (clientId: string, managerId: string, questionId = "website-info", text = "Which one?") =>
      storage.followUps.ask({ clientId, managerId, questionId, at: time.now, text, isMailed: true }, []),
    answer: (clientId: string, answered = "website-info") =>
      storage.records.save(
        aSave(answered, {
          clientId,
          at: time.now,
          isAnswered: ({ questionId }: { questionId: string }) => questionId === answered,
        }),
      ),
    async restartWorker(server: SmtpServer = smtp) {
      await worker.stop();
      await storage.jobs.release(time.now);
      worker = newWorker(server);
      worker.wake();
    },
    async close() {
      await worker.stop();
      await service.close();
    },
  };
}

export type MailService = Awaited<ReturnType<typeof mailService>>;

/** A service and the mail server that it sends to; both end with the test. */
export async function mailToServer(options: Options = {}) {
  const server = await mailServer();
  const service = await mailService(smtpAt(server.port), options);
  onTestFinished(async () => {
    await service.close();
    await server.close();
    expect(server.problems).toEqual([]);
  });
  return { server, service };
}
