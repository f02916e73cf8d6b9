import { expect, onTestFinished, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#contract/instants.ts";
import type { PasswordLink } from "#contract/manage/accounts.ts";
import { handOver } from "../../server/clients/away.ts";
import { builtInInterviews } from "../../server/interview-file/built-in-interviews.ts";
import { noInterviewFile } from "../../server/interview-file/read-interview-file.ts";
import { chooseMail } from "../../server/mail/mail-choices.ts";
import { listMails } from "../../server/mail/mail-log.ts";
import { renderMail } from "../../server/mail/rendering/render-mail.ts";
import { NO_LINKS } from "../../server/mail/sign-in-links.ts";
import { browserCookieOf, CONSOLE, consoleCaller, PASSWORD } from "../support/data/console-caller.ts";
import { turnOn } from "../support/data/second-factor.ts";
import { mailToServer } from "../support/service/mail-service.ts";
import { startService } from "../support/service/service.ts";

const SMTP = { FIRSTHAND_SMTP_URL: "smtp://127.0.0.1:9", FIRSTHAND_MAIL_FROM: "hello@acme.example" };

async function service(env: NodeJS.ProcessEnv = SMTP) {
  const started = await startService({ env });
  onTestFinished(() => started.close());
  return started;
}

type Started = Awaited<ReturnType<typeof service>>;

/** The waiting notices, oldest first, with the texts that they would be sent with. */
async function waiting({ storage, time }: Started, language: "en" | "es" = "en") {
  const { mails } = await listMails(storage, { scope: "all" });
  const sender = {
    from: { name: "Acme", email: "hello@acme.example" },
    providerName: "Acme",
    publicUrl: "https://interview.example",
    look: noInterviewFile.mailLook,
    interviews: new Map([[language, builtInInterviews[language]]]),
  };
  const due = await Promise.all(mails.map(({ mailId }) => storage.mail.findDue(mailId)));
  return due.flatMap((mail) => {
    if (!mail?.recipient) return [];
    const rendering = {
      recipient: mail.recipient,
      at: time.now,
      optOutToken: undefined,
      links: NO_LINKS,
      linkDays: { invitation: 14, other: 7 },
    };
    return [
      {
        ...renderMail({ ...mail, template: undefined, followUps: [], digest: null }, sender, rendering),
        to: mail.recipient.email,
      },
    ];
  });
}

test("every administrator is mailed about each action that adds access or weakens an account's protection", async () => {
  const here = await service();
  const ada = await consoleCaller(here, "administrator");
  const bea = await consoleCaller(here, "administrator");
  const mia = await consoleCaller(here);
  await turnOn(here, mia);
  const proof = { password: PASSWORD };
  const acts: [string, string, object | undefined, string][] = [
    [
      "POST",
      "/managers",
      { name: "Eve", email: "eve@example.com", role: "administrator", linkBy: "hand", ...proof },
      "added an account for",
    ],
    ["POST", `/managers/${mia.managerId}/link`, { linkBy: "hand", ...proof }, "made a password link for"],
    ["PUT", `/managers/${mia.managerId}`, { name: "Mia", role: "manager" }, ""],
    ["DELETE", `/managers/${mia.managerId}/second-factor`, proof, "’s second factor"],
    ["POST", `/managers/${mia.managerId}/revoke`, {}, "revoked Mia"],
    ["POST", `/managers/${mia.managerId}/revive`, proof, "sign in again"],
    ["PUT", `/managers/${mia.managerId}`, { name: "Mia", role: "administrator", ...proof }, "account can do"],
  ];
  for (const [method, path, body, words] of acts) {
    const before = (await waiting(here)).length;
    here.time.now += 1;
    await ada.send(method, path, body);
    const all = await waiting(here);
    const fresh = all.slice(0, all.length - before);
    if (words === "") {
      expect(fresh).toEqual([]);
      continue;
    }
    const readers = fresh.map(({ to }) => to);
    expect(readers).toEqual(expect.arrayContaining([ada.email, bea.email]));
    if (path === "/managers") expect(readers).not.toContain("eve@example.com");
    for (const { text } of fresh) {
      expect(text).toContain(words);
      expect(text).toContain(ada.name);
      expect(text).not.toMatch(/\{\{|fhl_/);
    }
  }
  const [inSpanish] = await waiting(here, "es");
  expect(inSpanish?.subject).toBe("Un cambio de seguridad en la consola de Acme");
  expect(inSpanish?.text).toContain("cambió lo que puede hacer la cuenta de");
});

test("administrators are also notified when a manager turns off their own factor", async () => {
  const here = await service();
  const ada = await consoleCaller(here, "administrator");
  const mia = await consoleCaller(here);
  const phone = await turnOn(here, mia);
  await mia.send("DELETE", "/me/second-factor", { password: PASSWORD, code: phone.next() });
  const [mail, ...more] = await waiting(here);
  expect([mail?.to, more]).toEqual([ada.email, []]);
  expect(mail?.text).toContain(`${mia.name} turned off their own second factor.`);
});

test("managers see no such notice in the mail log, and without a mail server none waits", async () => {
  const here = await service();
  const ada = await consoleCaller(here, "administrator");
  const mia = await consoleCaller(here);
  const byHand = { linkBy: "hand", password: PASSWORD };
  await ada.send<PasswordLink>("POST", `/managers/${mia.managerId}/link`, byHand);
  expect((await mia.read<{ mails: unknown[] }>("/mails")).mails).toEqual([]);
  expect((await ada.read<{ mails: unknown[] }>("/mails")).mails).toMatchObject([
    { kind: "account-changed", clientId: null, clientName: null, managerId: ada.managerId },
  ]);
  const silent = await service({});
  const admin = await consoleCaller(silent, "administrator");
  const other = await consoleCaller(silent);
  await admin.send<PasswordLink>("POST", `/managers/${other.managerId}/link`, { password: PASSWORD });
  expect(await waiting(silent)).toEqual([]);
});

test("an owner is notified of many wrong passwords once a day, and an address without an account gets no mail", async () => {
  const here = await service({ ...SMTP, FIRSTHAND_TRUST_PROXY: "127.0.0.1" });
  const mia = await consoleCaller(here);
  const guess = async (times: number, email = mia.email) => {
    for (let time = 0; time < times; time++)
      await here.call("POST", "/v1/manage/auth/sign-in", {
        body: { email, password: "wrong" },
        headers: { ...CONSOLE, "x-forwarded-for": `203.0.${time}.1` },
      });
  };
  await guess(10);
  await guess(20, "nobody@example.com");
  expect(await waiting(here)).toEqual([]);
  await guess(1);
  await guess(15);
  const [mail, ...more] = await waiting(here);
  expect([mail?.to, more]).toEqual([mia.email, []]);
  expect(mail?.text).toContain("many wrong passwords");
});

test("an owner is notified of a sign-in from a new network, and not of the first one or of a known place", async () => {
  const here = await service({ ...SMTP, FIRSTHAND_TRUST_PROXY: "127.0.0.1" });
  const mia = await consoleCaller(here);
  let browser = "";
  const signInFrom = async (address: string) => {
    here.time.now += 1_000;
    const response = await here.call("POST", "/v1/manage/auth/sign-in", {
      body: { email: mia.email, password: PASSWORD },
      headers: { ...CONSOLE, "x-forwarded-for": address, cookie: browser },
    });
    expect(response.status).toBe(200);
    browser = browserCookieOf(response);
  };
  expect(await waiting(here)).toEqual([]);
  await signInFrom("198.51.100.7");
  await signInFrom("198.51.100.200");
  await signInFrom("198.51.100.7");
  const [mail, ...more] = await waiting(here);
  expect([mail?.to, mail?.subject, more]).toEqual([mia.email, "New sign-in to your Acme account", []]);
  await signInFrom("2001:db8:1::1");
  expect(await waiting(here)).toHaveLength(2);
  here.time.now += 31 * DAY_MS;
  await signInFrom("198.51.100.7");
  expect(await waiting(here)).toHaveLength(3);
});

test("mail about a former manager’s client goes to the colleague who took over, by that colleague's choices", async () => {
  const { server, service: mailing } = await mailToServer();
  const [mia, tom] = [await mailing.addManager("Mia"), await mailing.addManager("Tom")];
  const ada = await mailing.addManager("Ada", "administrator");
  for (const managerId of [mia, tom, ada]) await mailing.openAccount(managerId);
  const clientId = await mailing.addMailedClient("Rosa", mia);
  server.answerWith(() => 451);
  await mailing.submit(clientId);
  await mailing.logOnce(([line]) => line?.attempts === 1 && line.state === "waiting");
  await mailing.storage.managers.revoke({ managerId: mia, at: mailing.time.now, handTo: tom }, []);
  server.answerWith(() => undefined);
  mailing.time.now += HOUR_MS;
  const lines = await mailing.settled(2);
  expect(lines.map(({ managerId, state, cause }) => [managerId, state, cause])).toEqual(
    expect.arrayContaining([
      [mia, "dropped", "revoked"],
      [tom, "sent", null],
    ]),
  );
  expect(server.recipients()).toEqual(["tom@acme.example"]);
});

test("mail about clients goes to the stand-in of an absent manager, also mail that already waits", async () => {
  const { server, service: mailing } = await mailToServer();
  const [mia, tom] = [await mailing.addManager("Mia"), await mailing.addManager("Tom")];
  for (const managerId of [mia, tom]) await mailing.openAccount(managerId);
  const [rosa, ben] = [await mailing.addMailedClient("Rosa", mia), await mailing.addMailedClient("Ben", mia)];
  server.answerWith(() => 451);
  await mailing.submit(rosa);
  await mailing.logOnce(([line]) => line?.attempts === 1 && line.state === "waiting");
  const { now } = mailing.time;
  await handOver(
    { storage: mailing.storage, mail: mailing.mail },
    { managerId: mia, timeZone: null },
    { handTo: tom, until: new Date(now + 9 * DAY_MS).toISOString().slice(0, 10), actor: mia, at: now },
  );
  server.answerWith(() => undefined);
  mailing.time.now += HOUR_MS;
  await mailing.settled(2);
  await mailing.submit(ben);
  await mailing.logOnce((lines) => lines.filter(({ state }) => state === "sent").length === 2);
  expect(server.recipients()).toEqual(["tom@acme.example", "tom@acme.example"]);
});

test("a colleague is mailed how many clients they take over, whose, until when, and where they are", async () => {
  const { server, service: mailing } = await mailToServer();
  const [mia, tom] = [await mailing.addManager("Mia"), await mailing.addManager("Tom")];
  for (const name of ["Rosa", "Ben"]) await mailing.addMailedClient(name, mia);
  const { storage, time } = mailing;
  const mail = { calendar: mailing.mail.calendar, isOn: true };
  const hand = { handTo: tom, until: "2026-12-04", actor: mia, at: time.now };
  await handOver({ storage, mail }, { managerId: mia, timeZone: null }, hand);
  await mailing.logOnce(([line]) => line?.kind === "standing-in" && line.state === "sent");
  expect(server.recipients()).toEqual(["tom@acme.example"]);
  const { subject, text } = server.onlyMail().mail;
  expect(subject).toBe("You’re looking after Mia’s clients until Friday, December 4");
  expect(text).toContain("Mia is away until Friday, December 4. Until then, you’re looking after 2 clients");
  expect(text).toContain(`/console/?goesBackTo=${mia}`);
  expect(text).not.toContain("Rosa");
});

test("a colleague is not mailed about a hand-over that has ended or has no clients", async () => {
  const { server, service: mailing } = await mailToServer();
  const [mia, tom] = [await mailing.addManager("Mia"), await mailing.addManager("Tom")];
  const { storage, time } = mailing;
  const mail = { calendar: mailing.mail.calendar, isOn: true };
  const hand = { handTo: tom, until: "2026-12-04", actor: mia, at: time.now };
  await handOver({ storage, mail }, { managerId: mia, timeZone: null }, hand);
  const [line] = await mailing.settled(1);
  expect(line).toMatchObject({ kind: "standing-in", state: "dropped", cause: "not-needed" });
  expect(server.recipients()).toEqual([]);
});

test("a waiting mail does not go to the former manager after the client was handed over", async () => {
  const { server, service: mailing } = await mailToServer();
  const [mia, tom] = [await mailing.addManager("Mia"), await mailing.addManager("Tom")];
  await chooseMail(
    mailing.storage,
    { submitted: true, answered: false, digest: false, stuckDays: null },
    { actor: mia, at: mailing.time.now },
  );
  const clientId = await mailing.addMailedClient("Rosa", mia);
  server.answerWith(() => 451);
  await mailing.submit(clientId);
  await mailing.logOnce(([line]) => line?.attempts === 1 && line.state === "waiting");
  await mailing.storage.clients.change(clientId, { managerId: tom }, []);
  server.answerWith(() => 250);
  mailing.time.now += HOUR_MS;
  const [line] = await mailing.settled(1);
  expect(line).toMatchObject({ state: "dropped", cause: "handed-over" });
  expect(server.recipients()).toEqual([]);
});
