import { beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_MAIL } from "#contract/manage/mail/mail.ts";
import { chooseMail } from "../../server/mail/mail-choices.ts";
import { consoleCaller, signInClientOf } from "../support/data/console-caller.ts";
import { written } from "../support/data/written.ts";
import type { MailServer } from "../support/peers/mail-server.ts";
import { type MailService, mailToServer, WEDNESDAY } from "../support/service/mail-service.ts";
import { startService } from "../support/service/service.ts";

let server: MailServer;
let service: MailService;
beforeEach(async () => {
  ({ server, service } = await mailToServer({ sendsReminders: false }));
});

const THURSDAY = "2026-03-05";
const at = (day: string, time = "08:00") => `${day}T${time}:00Z`;

async function aManager(name = "Mia", role: "manager" | "administrator" = "manager"): Promise<string> {
  const managerId = await service.addManager(name, role);
  await service.openAccount(managerId);
  return managerId;
}

/** A client with an unread answer. */
async function aClientWithNews(managerId: string | null, name = "Rosa's Bakery"): Promise<string> {
  const clientId = await service.addMailedClient(name, managerId);
  await service.save(clientId, "the words of an answer");
  return clientId;
}

const digests = async () => (await service.log()).filter(({ kind }) => kind === "digest");

describe("the digest", () => {
  test("comes at eight on the next weekday, with links, and without any words of an answer", async () => {
    const managerId = await aManager();
    const rosa = await aClientWithNews(managerId);
    const ben = await aClientWithNews(managerId, "Ben’s Bikes");
    await service.askFollowUp(ben, managerId, "team-description", "the words of a question");
    await service.answer(ben, "team-description");
    await service.planDigestAt(at(THURSDAY, "07:59"));
    expect(await digests()).toEqual([]);
    await service.planDigestAt(at(THURSDAY));
    await service.logOnce((mails) => mails.some(({ kind, state }) => kind === "digest" && state === "sent"));
    const { mail, to } = server.onlyMail();
    expect(to).toEqual(["mia@acme.example"]);
    expect(mail.subject).toBe("2 clients to look at today");
    const page = "https://interview.example/console/clients/";
    expect(mail.text).toContain(`\n\nNew answers (2)\n`);
    expect(mail.text).toContain(`- Rosa's Bakery\n  ${page}${rosa}\n`);
    expect(mail.text).toContain(`- Ben’s Bikes\n  ${page}${ben}#question=team-description\n`);
    expect(mail.html).toContain(`href="${page}${rosa}"`);
    expect(mail.html).toContain(`href="${page}${ben}#question=team-description"`);
    for (const part of [mail.text, mail.html, mail.subject]) expect(part).not.toMatch(/the words of/);
    expect(mail.headers.some(({ key }) => key === "list-unsubscribe")).toBe(false);
  });

  test("comes once a day, also where several servers plan it, and again on the next weekday", async () => {
    await aClientWithNews(await aManager());
    service.time.now = Date.parse(at(THURSDAY));
    await Promise.all([service.planDigest(), service.planDigest()]);
    await service.planDigestAt(at(THURSDAY, "15:00"));
    expect(await service.settled(1)).toMatchObject([{ kind: "digest", state: "sent" }]);
    for (const day of ["2026-03-06", "2026-03-07", "2026-03-08"]) await service.planDigestAt(at(day));
    expect(await service.settled(2)).toHaveLength(2);
    await service.planDigestAt(at("2026-03-09"));
    expect(await service.settled(3)).toHaveLength(3);
  });

  test("comes at eight in the manager's time zone", async () => {
    const managerId = await aManager();
    await service.storage.managers.noteTimeZone(managerId, "America/Chicago");
    await aClientWithNews(managerId);
    await service.planDigestAt(at(THURSDAY, "13:59"));
    expect(await digests()).toEqual([]);
    await service.planDigestAt(at(THURSDAY, "14:00"));
    await service.settled(1);
  });

  test("is not sent when it is empty, also not later that day", async () => {
    const managerId = await aManager();
    await service.planDigestAt(at(THURSDAY));
    await aClientWithNews(managerId);
    await service.planDigestAt(at(THURSDAY, "12:00"));
    expect(await service.log()).toEqual([]);
  });

  test("of a server that was down at eight comes later that day, and not on the next day", async () => {
    await aClientWithNews(await aManager());
    await service.planDigestAt(at(THURSDAY, "23:50"));
    await service.settled(1);
    // the server was down all Friday
    await service.planDigestAt(at("2026-03-07", "00:01"));
    expect(await service.log()).toHaveLength(1);
  });

  test("that the mail server does not accept on its day is given up", async () => {
    await aClientWithNews(await aManager());
    server.answerWith(() => 451);
    await service.planDigestAt(at(THURSDAY));
    await service.logOnce(([line]) => line?.attempts === 1 && line.state === "waiting");
    service.time.now = Date.parse(at("2026-03-06", "07:00"));
    expect(await service.settled(1)).toMatchObject([{ state: "given-up", cause: "too-late" }]);
  });

  test("does not start on the day it is turned on, when the hour has passed", async () => {
    const managerId = await aManager();
    await aClientWithNews(managerId);
    await service.planDigestAt(new Date(WEDNESDAY).toISOString());
    expect(await digests()).toEqual([]);
    const choices = { ...DEFAULT_MAIL, digest: false };
    await chooseMail(service.storage, choices, { actor: managerId, at: service.time.now });
    await service.planDigestAt(at(THURSDAY));
    expect(await digests()).toEqual([]);
    await chooseMail(service.storage, DEFAULT_MAIL, {
      actor: managerId,
      at: Date.parse(at(THURSDAY, "09:00")),
    });
    await service.planDigestAt(at(THURSDAY, "09:01"));
    expect(await digests()).toEqual([]);
    await service.planDigestAt(at("2026-03-06"));
    await service.settled(1);
  });

  test("has clients without a manager for administrators only", async () => {
    await aManager("Mia");
    await aManager("Ada", "administrator");
    await aClientWithNews(null);
    await service.planDigestAt(at(THURSDAY));
    await service.settled(1);
    expect(server.recipients()).toEqual(["ada@acme.example"]);
  });

  test("leaves out a client who was handed over while it waited, and is not sent without any", async () => {
    const [mia, tom] = [await aManager("Mia"), await service.addManager("Tom")];
    const rosa = await aClientWithNews(mia);
    const ben = await aClientWithNews(mia, "Ben’s Bikes");
    server.answerWith(() => 451);
    await service.planDigestAt(at(THURSDAY));
    await service.logOnce(([line]) => line?.attempts === 1 && line.state === "waiting");
    await service.storage.clients.change(rosa, { managerId: tom }, []);
    server.answerWith(() => undefined);
    service.time.now = Date.parse(at(THURSDAY, "09:00"));
    await service.settled(1);
    expect(server.onlyMail().mail.text).not.toContain("Rosa");
    server.answerWith(() => 451);
    await service.planDigestAt(at("2026-03-06"));
    await service.logOnce(([line]) => line?.attempts === 1 && line.state === "waiting");
    await service.storage.clients.change(ben, { managerId: tom }, []);
    service.time.now = Date.parse(at("2026-03-06", "09:00"));
    expect((await service.settled(2))[0]).toMatchObject({ state: "dropped", cause: "not-needed" });
  });

  test("of a revoked manager is not sent, whether planned or not", async () => {
    const managerId = await aManager();
    await aClientWithNews(managerId);
    server.answerWith(() => 451);
    await service.planDigestAt(at(THURSDAY));
    await service.logOnce(([line]) => line?.attempts === 1 && line.state === "waiting");
    await service.storage.managers.revoke({ managerId: managerId, at: service.time.now }, []);
    service.time.now = Date.parse(at(THURSDAY, "09:00"));
    expect((await service.settled(1))[0]).toMatchObject({ state: "dropped" });
    await service.planDigestAt(at("2026-03-06"));
    expect(await service.log()).toHaveLength(1);
  });

  test("comes in the provider's words, with its lists as HTML lists wherever they are placed", async () => {
    await aClientWithNews(await aManager());
    const words = { subject: "{{clients}} for {{manager}}", text: "Before {{digest}} after" };
    await service.storage.mail.putTemplates(
      [{ kind: "digest", language: "en", ...words, changedAt: service.time.now }],
      [],
    );
    await service.planDigestAt(at(THURSDAY));
    await service.settled(1);
    const { mail } = server.onlyMail();
    expect(mail.subject).toBe("1 client for Mia");
    expect(mail.text).toMatch(/^Before \n\nNew answers \(1\)\n- Rosa's Bakery\n {2}\S+\n\n after\s*$/);
    expect(mail.html).toMatch(/<li [^>]*><a [^>]*>Rosa&#39;s Bakery<\/a><\/li>/);
  });

  test("names ten clients of a section, and links to the rest", async () => {
    const managerId = await aManager();
    for (let nth = 1; nth <= 12; nth++) await aClientWithNews(managerId, `Shop ${nth}`);
    await service.planDigestAt(at(THURSDAY));
    await service.settled(1);
    const { mail } = server.onlyMail();
    expect(mail.text?.match(/^- Shop/gm)).toHaveLength(10);
    expect(mail.text).toContain("- and 2 more\n  https://interview.example/console/?filter=news\n");
    expect(String(mail.html).length).toBeLessThan(20_000);
  });

  test.each([
    '"><script>alert(1)</script><img src=x onerror=alert(1)>',
    "{{console}} {{digest}} {{provider}}",
    "https://evil.example/ Rosa",
    "a\r\nBcc: eve@evil.example\r\n\r\n",
    "\u202eevil\u2066",
    "=?utf-8?q?evil?=",
    "- a\n\n- b",
    "x".repeat(200),
  ])("escapes the name of a client, and never has it in its subject: %j", async (name) => {
    await aClientWithNews(await aManager(), name);
    await service.planDigestAt(at(THURSDAY));
    await service.settled(1);
    const { mail } = server.onlyMail();
    const html = String(mail.html);
    expect(mail.subject).toBe("1 client to look at today");
    expect(server.recipients()).toEqual(["mia@acme.example"]);
    expect(html).not.toMatch(/<script|<img|\u202e/);
    const addresses = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address);
    expect(addresses).toHaveLength(2);
    for (const address of addresses) expect(address).toMatch(/^https:\/\/interview\.example\/console\//);
    expect(mail.text).toMatch(/^- .*\n {2}https:\/\/interview\.example\/console\/clients\/cl_1$/m);
  });
});

test("a server with a mail server sends it, and one without settles nothing", async () => {
  const env = { FIRSTHAND_QUIET_HOURS: "20-8 UTC", FIRSTHAND_PUBLIC_URL: "https://interview.example" };
  const mailing = {
    FIRSTHAND_SMTP_URL: `smtp://localhost:${server.port}`,
    FIRSTHAND_MAIL_FROM: "Acme <hello@acme.example>",
  };
  for (const [sent, settings] of [env, { ...env, ...mailing }].entries()) {
    const here = await startService({ env: settings });
    here.time.now = WEDNESDAY;
    const mia = await consoleCaller(here);
    const { token } = await signInClientOf(here, mia);
    await here.call("PUT", "/v1/onboarding", { token, body: { data: written("something new") } });
    here.time.now = Date.parse(at(THURSDAY));
    await here.mail.planDigests();
    await expect.poll(() => server.taken.length).toBe(sent);
    const [reader] = await here.storage.mail.listDigestReaders();
    expect(reader?.digestedOn).toBe(sent === 0 ? null : THURSDAY);
    await here.mail.worker.stop();
    await here.close();
  }
  expect(server.onlyMail().mail.subject).toBe("1 client to look at today");
});
