import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DAY_MS } from "#contract/instants.ts";
import { SIGN_IN_FAILURES_OF_ACCOUNT, SIGN_IN_FAILURES_WINDOW_MINUTES } from "#contract/manage/limits.ts";
import { listMails } from "../../../server/mail/mail-log.ts";
import {
  browserCookieOf,
  CONSOLE,
  type ConsoleCaller,
  consoleCaller,
  PASSWORD,
} from "../../support/data/console-caller.ts";
import { type MailServer, mailServer } from "../../support/peers/mail-server.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

/** Whether an account's owner is notified of a sign-in: decided by the browser's cookie and by the network. */

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
const HOME = "198.51.100.7";
const WITHIN = { timeout: 10_000 };

let server: MailServer;
let service: Service;
let mia: ConsoleCaller;
beforeEach(async () => {
  server = await mailServer();
  service = await startService({
    env: {
      FIRSTHAND_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      FIRSTHAND_MAIL_FROM: "Acme <hello@acme.example>",
      FIRSTHAND_PROVIDER_NAME: "Acme",
      FIRSTHAND_TRUST_PROXY: "127.0.0.1",
    },
  });
  service.time.now = Date.parse("2026-11-25T19:04:00Z");
  mia = await consoleCaller(service);
});
afterEach(async () => {
  await service.mail.worker.stop();
  await service.close();
  await server.close();
  expect(server.problems).toEqual([]);
});

type Coming = { cookie?: string; address?: string; password?: string; headers?: object };

const attempt = ({ cookie = "", address = HOME, password = PASSWORD, headers = {} }: Coming = {}) =>
  service.call("POST", "/v1/manage/auth/sign-in", {
    body: { email: mia.email, password },
    headers: {
      ...CONSOLE,
      "user-agent": FIREFOX,
      "x-forwarded-for": address,
      "x-time-zone": "America/New_York",
      cookie,
      ...headers,
    },
  });
async function signIn(coming: Coming = {}): Promise<string> {
  service.time.now += 1_000;
  const response = await attempt(coming);
  expect(response.status).toBe(200);
  return browserCookieOf(response);
}
/** The log contains all mails, because a mail is sent only after it is logged. */
const mailsOnce = async (count: number) => {
  service.mail.worker.wake();
  await vi.waitFor(() => expect(server.taken).toHaveLength(count), WITHIN);
  const { mails } = await listMails(service.storage, { scope: "all" });
  expect(mails).toHaveLength(count);
};

test("the first sign-in sends no mail, and one with a new device names device, network, time, and what to do", async () => {
  await mailsOnce(0);
  await signIn();
  await mailsOnce(1);
  const [{ mail, to } = {}] = server.taken;
  expect(to).toEqual([mia.email]);
  expect(mail?.subject).toBe("New sign-in to your Acme account");
  expect(mail?.text).toContain("Firefox on Windows\n198.51.100.0/24\nNovember 25 at 2:04 PM EST");
  expect(mail?.text).toMatch(/See your sessions:\nhttps?:\/\/\S+\/console\/account\/sessions\n/);
  expect(mail?.html).toMatch(/href="https?:\/\/[^"]+\/console\/account\/sessions"/);
});

test("a known browser is mailed about only from a new network, and a new browser also from a known one", async () => {
  const browser = await signIn();
  await mailsOnce(1);
  expect(await signIn({ cookie: browser })).toBe(browser);
  await mailsOnce(1);
  await signIn({ cookie: browser, address: "203.0.113.9" });
  await mailsOnce(2);
  await signIn({ cookie: browser, address: "203.0.113.200" });
  await mailsOnce(2);
  await signIn();
  await mailsOnce(3);
  for (const forged of [`${browser}x`, "firsthand-known=", "firsthand-known=fhk_short"])
    await signIn({ cookie: forged });
  await mailsOnce(6);
});

test("a browser is known to the account that signed in with it, and to no other", async () => {
  const browser = await signIn();
  await mailsOnce(1);
  mia = await consoleCaller(service);
  await signIn({ cookie: browser });
  await mailsOnce(2);
});

test("the cookie is only for the server, lasts, signs no one in, and is stored as a hash", async () => {
  const response = await attempt();
  const header = response.headers.getSetCookie().find((cookie) => cookie.startsWith("firsthand-known="));
  expect(header).toMatch(
    /^firsthand-known=fhk_[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const token = browserCookieOf(response).split("=")[1] ?? "none";
  for (const cookie of [`firsthand-known=${token}`, `firsthand-console=${token}`]) {
    const me = await service.call("GET", "/v1/manage/me", { headers: { ...CONSOLE, cookie } });
    await expectFailure(me, "UNAUTHORIZED");
  }
  const database = new DatabaseSync(service.config.databaseFile, { readOnly: true });
  const rows = JSON.stringify(database.prepare("select * from known_browsers").all());
  database.close();
  expect(rows).toContain(mia.managerId);
  expect(rows).not.toContain(token);
});

test("a wrong password sets no cookie, and makes no browser known", async () => {
  const response = await attempt({ password: "wrong" });
  expect(response.status).toBe(401);
  expect(response.headers.getSetCookie()).toEqual([]);
});

test("guesses by others do not lock the owner out of a known browser", async () => {
  const browser = await signIn();
  for (let guess = 0; guess < SIGN_IN_FAILURES_OF_ACCOUNT; guess++) {
    const address = `203.0.${guess % 250}.1`;
    await expectFailure(await attempt({ password: "wrong", address }), "SIGN_IN_REFUSED");
  }
  service.time.now += SIGN_IN_FAILURES_WINDOW_MINUTES * 60_000;
  const elsewhere = "192.0.2.77";
  expect((await attempt({ address: elsewhere })).status).toBe(429);
  expect((await attempt({ address: elsewhere, cookie: browser })).status).toBe(200);
});

test("a revoked account has no known browsers, and those with an expired cookie are dropped", async () => {
  const count = () => {
    const database = new DatabaseSync(service.config.databaseFile, { readOnly: true });
    const rows = database.prepare("select * from known_browsers").all().length;
    database.close();
    return rows;
  };
  await signIn();
  expect(count()).toBe(2);
  await service.storage.managerSessions.dropOldBrowsers(service.time.now - DAY_MS);
  expect(count()).toBe(2);
  await service.storage.managerSessions.dropOldBrowsers(service.time.now);
  expect(count()).toBe(1);
  await service.storage.managers.revoke({ managerId: mia.managerId, at: service.time.now }, []);
  expect(count()).toBe(0);
});
