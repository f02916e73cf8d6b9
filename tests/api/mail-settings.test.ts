import { readFileSync } from "node:fs";
import { join } from "node:path";
import tls from "node:tls";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { MailPage, MailSetUp } from "#contract/manage/mail/mail.ts";
import type { MailChecks } from "#contract/manage/mail/mail-check.ts";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import type { FindTexts } from "../../server/mail/check/check-sender-domain.ts";
import type { Lookup } from "../../server/outgoing/guarded-lookup.ts";
import { type ConsoleCaller, consoleCaller, PASSWORD } from "../support/data/console-caller.ts";
import {
  PASSWORD as MAIL_PASSWORD,
  type MailServer,
  mailServer,
  USER,
} from "../support/peers/mail-server.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

/** Mail servers that are set in the console while the server runs: real ones, on one of the allowed ports. */

/** Both addresses are on this machine; these tests treat one as public and the other as private. */
const PUBLIC = "127.0.0.71";
const PRIVATE = "127.0.0.1";
const PORT = 2525;
/** A busy machine is slow, but not wrong. */
const SOON = { timeout: 10_000 };
/** The host name in the mail server's certificate. */
const HOST = "localhost";

const trusted = tls.getCACertificates("default");
beforeAll(() => {
  const ours = readFileSync(join(import.meta.dirname, "../certificates/mail.pem"), "utf8");
  tls.setDefaultCACertificates([...trusted, ours]);
});
afterAll(() => tls.setDefaultCACertificates(trusted));

let service: Service;
let server: MailServer | undefined;
let admin: ConsoleCaller;
let address: string;
const lookup: Lookup = (hostname, _options, callback) => {
  if (hostname !== HOST) throw new Error(`Unexpected lookup of ${hostname}`);
  process.nextTick(() => callback(null, [{ address, family: 4 }]));
};
/** A name server for these names, which throws for any other name. */
const findTexts: FindTexts = async (name) => {
  if (name === "acme.example") return ["v=spf1 include:mail.example -all"];
  if (name === "_dmarc.acme.example") return [];
  throw new Error(`Unexpected lookup of ${name}`);
};

beforeEach(async () => {
  address = PUBLIC;
  const reach = { allows: (found: string) => found === PUBLIC, allowsPlainHttp: false };
  service = await startService({ outgoingMail: { reach, lookup, findTexts } });
  admin = await consoleCaller(service, "administrator");
  service.mail.worker.wake();
});
afterEach(async () => {
  await service.close();
  await server?.close();
  server = undefined;
});

const startMail = async (security: "tls" | "starttls" | "plain" = "tls") => {
  server = await mailServer({ security, port: PORT, host: PUBLIC });
  return server;
};
const settingsWith = (more: object = {}) => ({
  mailServer: { host: HOST, port: PORT, security: "tls", user: USER, password: MAIL_PASSWORD, ...more },
  mailFrom: { name: "Acme", email: "hello@acme.example" },
});
const save = async (settings: object) => {
  const { version } = await admin.read<ShownSettings>("/settings");
  return admin.send<ShownSettings>("PATCH", "/settings", { version, settings, password: PASSWORD });
};
const setUp = () => admin.read<MailSetUp>("/mail");
const check = () => admin.send<MailChecks>("POST", "/settings/mail/check");
const remindNewClient = async () => {
  const body = { name: "Rosa's Bakery", email: "rosa@client.example" };
  const { clientId } = await admin.send<{ clientId: string }>("POST", "/clients", body);
  return admin.send("POST", `/clients/${clientId}/reminders`);
};
const mailsTo = (email: string) => (server?.taken ?? []).filter(({ to }) => to.includes(email));

test("mail starts and stops with the settings, while the server runs", async () => {
  const { taken, problems } = await startMail();
  expect(await setUp()).toMatchObject({ sendsMail: false, sendsReminders: false });
  expect(await remindNewClient()).toEqual({ outcome: "refused", reason: "no-smtp" });
  await save({ reminders: true });
  expect(await setUp()).toMatchObject({ sendsMail: false, sendsReminders: false });
  await save(settingsWith());
  expect(await setUp()).toMatchObject({ sendsMail: true, sendsReminders: true });
  expect(await remindNewClient()).toMatchObject({ outcome: "queued" });
  await expect.poll(() => mailsTo("rosa@client.example"), SOON).toHaveLength(1);
  // every administrator is notified of the new mail server, through the new mail server
  await expect.poll(() => mailsTo(admin.email), SOON).toHaveLength(1);
  const [notice] = mailsTo(admin.email);
  expect(notice?.mail.text).toContain(`${admin.name} changed the mail server or its sender.`);
  expect(taken.every(({ isSecure }) => isSecure)).toBe(true);
  await save({ mailServer: null });
  expect(await setUp()).toMatchObject({ sendsMail: false, sendsReminders: false });
  expect(await remindNewClient()).toEqual({ outcome: "refused", reason: "no-smtp" });
  expect(problems).toEqual([]);
});

test("managers see the days of the reminders in force", async () => {
  expect(await setUp()).toMatchObject({ reminderDays: [3, 7, 14] });
  for (const days of [[0, 60], []]) {
    await save({ reminderGaps: { "not-started": days, "partly-done": [1], "asked-back": [2] } });
    expect(await setUp()).toMatchObject({ reminderDays: days });
  }
});

test("a mail that waits because of a wrong password is sent after the right one is set", async () => {
  await startMail();
  await save(settingsWith({ password: "wrong" }));
  await remindNewClient();
  const log = async () =>
    (await admin.read<MailPage>("/mails")).mails.filter(({ kind }) => kind === "not-started");
  await expect.poll(log, SOON).toMatchObject([{ cause: "sign-in-refused", attempts: 1 }]);
  await save(settingsWith());
  service.time.now += 2 * 60_000;
  service.mail.worker.wake();
  await expect.poll(log, SOON).toMatchObject([{ state: "sent", attempts: 2 }]);
});

test("the sign-in page offers a mailed link according to the settings", async () => {
  await startMail();
  const ask = () => service.call("POST", "/v1/auth/link", { body: { email: "rosa@client.example" } });
  await remindNewClient();
  expect((await ask()).status).toBe(202);
  await save(settingsWith());
  service.time.now += 1;
  expect((await ask()).status).toBe(202);
  await expect.poll(() => mailsTo("rosa@client.example"), SOON).toHaveLength(1);
});

test("links work as long as the settings say, and their mails say so", async () => {
  await startMail();
  await save({ ...settingsWith(), linkDays: { invitation: 14, other: 1 } });
  await remindNewClient();
  await expect.poll(() => mailsTo("rosa@client.example"), SOON).toHaveLength(1);
  expect(mailsTo("rosa@client.example")[0]?.mail.text).toContain("It works for 1 day.");
});

describe("a mail server whose name resolves to this network", () => {
  test("is refused when it is set", async () => {
    address = PRIVATE;
    const { version } = await admin.read<ShownSettings>("/settings");
    const body = { version, settings: settingsWith(), password: PASSWORD };
    const refused = await expectFailure(await admin.call("PATCH", "/settings", body), "VALIDATION_ERROR");
    expect(refused).toMatchObject({ details: [{ path: "settings.mailServer.host" }] });
  });

  test("is not connected to when the name starts to resolve there later", async () => {
    const inside = await mailServer({ security: "tls", port: PORT, host: PRIVATE });
    server = inside;
    await save(settingsWith());
    address = PRIVATE;
    const { checks } = await check();
    expect(checks[0]).toEqual({ name: "connection", outcome: "failed", detail: "address-refused" });
    await remindNewClient();
    await expect
      .poll(async () => (await admin.read<MailPage>("/mails")).mails.map(({ cause }) => cause), SOON)
      .toContain("address-refused");
    expect(inside.count("connect")).toBe(0);
  });
});

describe("the mail check", () => {
  const ofDomain = [
    { name: "spf", outcome: "ok", detail: "spf-found" },
    { name: "dmarc", outcome: "warning", detail: "dmarc-missing" },
  ];
  const notReached = (name: string) => ({ name, outcome: "not-checked", detail: "not-reached" });

  test("says that mail is off where there is no mail server, or no sender", async () => {
    await expectFailure(await admin.call("POST", "/settings/mail/check"), "MAIL_OFF");
    await save({ mailServer: settingsWith().mailServer });
    await expectFailure(await admin.call("POST", "/settings/mail/check"), "MAIL_OFF");
  });

  test.each(["tls", "starttls"] as const)("by %s signs in and mails only the caller", async (security) => {
    const { taken, problems } = await startMail(security);
    await save({ ...settingsWith({ security }), mailServer: { ...settingsWith().mailServer, security } });
    await expect.poll(() => taken.length, SOON).toBe(1);
    expect(await check()).toEqual({
      sentTo: admin.email,
      checks: [
        { name: "connection", outcome: "ok", detail: "connected" },
        { name: "sign-in", outcome: "ok", detail: "signed-in" },
        { name: "test-mail", outcome: "ok", detail: "mail-taken" },
        ...ofDomain,
      ],
    });
    expect(taken.at(-1)).toMatchObject({
      to: [admin.email],
      from: "hello@acme.example",
      isSecure: true,
      mail: { subject: "Test email from Firsthand" },
    });
    expect(problems).toEqual([]);
  });

  test("says that there is no sign-in where there is no user", async () => {
    await startMail();
    const { password: _none, ...open } = settingsWith({ user: null }).mailServer;
    await save({ ...settingsWith(), mailServer: open });
    expect((await check()).checks.slice(1, 3)).toEqual([
      { name: "sign-in", outcome: "not-checked", detail: "no-sign-in" },
      { name: "test-mail", outcome: "ok", detail: "mail-taken" },
    ]);
  });

  test("reports a wrong password", async () => {
    await startMail();
    await save(settingsWith({ password: "wrong" }));
    expect((await check()).checks).toEqual([
      { name: "connection", outcome: "ok", detail: "connected" },
      { name: "sign-in", outcome: "failed", detail: "sign-in-refused" },
      notReached("test-mail"),
      ...ofDomain,
    ]);
  });

  test.each([
    ["sender", "sender-refused"],
    ["recipient", "recipient-refused"],
    ["message", "message-refused"],
  ] as const)("reports that the %s is refused", async (step, detail) => {
    const { answerWith } = await startMail();
    answerWith((at) => (at === step ? 550 : undefined));
    await save(settingsWith());
    const { checks } = await check();
    expect(checks[1]).toMatchObject({ name: "sign-in", outcome: "ok" });
    expect(checks[2]).toEqual({ name: "test-mail", outcome: "failed", detail });
  });

  test.each<[string, () => Promise<unknown>, object, string]>([
    ["nobody answers", async () => undefined, {}, "connection-refused"],
    ["there is no TLS", () => startMail("plain"), { security: "starttls" }, "no-tls"],
    ["the answer is no SMTP that begins with TLS", () => startMail("plain"), { security: "tls" }, "no-tls"],
  ])("reports that %s", async (_what, start, more, detail) => {
    await start();
    await save(settingsWith(more));
    expect((await check()).checks).toEqual([
      { name: "connection", outcome: "failed", detail },
      notReached("sign-in"),
      notReached("test-mail"),
      ...ofDomain,
    ]);
  });

  test("can be run at most thirty times an hour", async () => {
    await save(settingsWith());
    for (let time = 0; time < 30; time++) await check();
    await expectFailure(await admin.call("POST", "/settings/mail/check"), "RATE_LIMITED");
  });
});
