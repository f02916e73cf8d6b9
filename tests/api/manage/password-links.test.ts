import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { HOUR_MS } from "#contract/instants.ts";
import type { Manager, PasswordLink } from "#contract/manage/accounts.ts";
import {
  FORGOTTEN_PER_HOUR,
  FORGOTTEN_PER_HOUR_OF_CALLER,
  PASSWORD_LINK_DAYS,
} from "#contract/manage/limits.ts";
import { auditTrail } from "../../support/data/audit-trail.ts";
import {
  CONSOLE,
  type ConsoleCaller,
  consoleCaller,
  cookieOf,
  PASSWORD,
} from "../../support/data/console-caller.ts";
import { passStep, signInTo, turnOn } from "../../support/data/second-factor.ts";
import { type MailServer, mailServer } from "../../support/peers/mail-server.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

const NEW_PASSWORD = "another horse, another battery";
const LINK = /#link=(fhl_[\w-]{43})/;

const WITHIN = { timeout: 10_000 };

let server: MailServer;
let service: Service;
let ada: ConsoleCaller;
beforeEach(async () => {
  server = await mailServer();
  service = await serviceWith({});
  ada = await consoleCaller(service, "administrator");
});
afterEach(async () => {
  await service.mail.worker.stop();
  await service.close();
  await server.close();
  expect(server.problems).toEqual([]);
});

function serviceWith(env: NodeJS.ProcessEnv): Promise<Service> {
  return startService({
    env: {
      FIRSTHAND_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      FIRSTHAND_MAIL_FROM: "Acme <hello@acme.example>",
      FIRSTHAND_PROVIDER_NAME: "Acme",
      ...env,
    },
  });
}

const forgot = (body: unknown, headers: object = CONSOLE) =>
  service.call("POST", "/v1/manage/auth/forgot", { body, headers: { ...headers } });
const useLink = (token: string, password = NEW_PASSWORD) =>
  service.call("POST", "/v1/manage/auth/link", { body: { token, password }, headers: CONSOLE });
const mailsTo = (email: string) => server.taken.filter(({ to }) => to.includes(email));
const mailTo = async (email: string, count = 1) => {
  await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(count), WITHIN);
  return mailsTo(email).at(-1)?.mail;
};
const tokenFor = async (email: string, count = 1) =>
  LINK.exec((await mailTo(email, count))?.text ?? "")?.[1] ?? "";
const invite = (email: string, more: object = {}) =>
  ada.send<PasswordLink>("POST", "/managers", {
    name: "Eve",
    email,
    role: "manager",
    password: PASSWORD,
    ...more,
  });

describe("an invitation", () => {
  test("is mailed in the provider's look, signs its reader in once, and is in no answer and no log", async () => {
    const invited = await invite("eve@example.com");
    expect(invited).toEqual({
      managerId: expect.stringMatching(/^mg_/),
      link: null,
      expiresAt: null,
      sentTo: "eve@example.com",
    });
    const mail = await mailTo("eve@example.com");
    expect(mail?.subject).toBe(`${ada.name} invited you to the Acme console`);
    expect(mail?.text).toContain("The link works once and expires in 3 days.");
    expect(mail?.html).toContain("Set your password");
    expect(mail?.text).not.toMatch(/\{\{/);
    const token = await tokenFor("eve@example.com");
    const entered = await useLink(token);
    expect([entered.status, cookieOf(entered)]).toEqual([200, expect.stringContaining("fhc_")]);
    await expectFailure(await useLink(token), "LINK_REFUSED");
    expect((await signInTo(service, "eve@example.com", NEW_PASSWORD)).status).toBe(200);
    const output = [...service.logLines, JSON.stringify(auditTrail(service))].join("\n");
    expect(output).toContain("manager.added");
    expect(output).not.toContain(token);
  });

  test("is not used up by a refused password, and expires after three days", async () => {
    for (const email of ["eve@example.com", "bob@example.com"]) await invite(email);
    const [token, late] = [await tokenFor("eve@example.com"), await tokenFor("bob@example.com")];
    service.time.now += PASSWORD_LINK_DAYS * 24 * HOUR_MS - 1;
    await expectFailure(await useLink(token, "short"), "VALIDATION_ERROR");
    expect((await useLink(token)).status).toBe(200);
    service.time.now += 1;
    await expectFailure(await useLink(late), "LINK_REFUSED");
  });

  test("is shown on screen when its administrator chooses that, and the account gets no mail", async () => {
    const shown = await invite("eve@example.com", { linkBy: "hand" });
    expect(shown).toMatchObject({ link: expect.stringMatching(LINK), sentTo: null });
    expect(await mailTo(ada.email, 0)).toBeUndefined();
    expect(mailsTo("eve@example.com")).toEqual([]);
  });

  test("is sent again when an administrator asks, and the earlier link then ends", async () => {
    const { managerId } = await invite("eve@example.com");
    const first = await tokenFor("eve@example.com");
    const again = await ada.send<PasswordLink>("POST", `/managers/${managerId}/link`, { password: PASSWORD });
    expect(again).toMatchObject({ sentTo: "eve@example.com", link: null });
    const second = await tokenFor("eve@example.com", 2);
    expect((await mailTo("eve@example.com", 2))?.subject).toContain("invited you");
    await expectFailure(await useLink(first), "LINK_REFUSED");
    expect((await useLink(second)).status).toBe(200);
  });

  test("to an account that was revoked meanwhile is not sent, and a waiting one opens nothing", async () => {
    server.answerWith(() => 451);
    const { managerId } = await invite("eve@example.com");
    await vi.waitFor(async () => {
      const { mails } = await ada.read<{ mails: { kind: string; attempts: number }[] }>("/mails");
      const tried = { kind: "manager-invited", attempts: 1, state: "waiting" };
      expect(mails).toContainEqual(expect.objectContaining(tried));
    }, WITHIN);
    await ada.send("POST", `/managers/${managerId}/revoke`, {});
    server.answerWith(() => undefined);
    service.time.now += HOUR_MS;
    service.mail.worker.wake();
    await vi.waitFor(async () => {
      const { mails } = await ada.read<{ mails: { kind: string; cause: string }[] }>("/mails");
      expect(mails).toContainEqual(expect.objectContaining({ kind: "manager-invited", cause: "revoked" }));
    }, WITHIN);
    expect(mailsTo("eve@example.com")).toEqual([]);
  });
});

test("without a mail server a link is shown as before, and a request to mail it is refused", async () => {
  const silent = await startService();
  const admin = await consoleCaller(silent, "administrator");
  const account = { name: "Eve", email: "eve@example.com", role: "manager", password: PASSWORD };
  await expectFailure(await admin.call("POST", "/managers", { ...account, linkBy: "mail" }), "MAIL_OFF");
  const shown = await admin.send<PasswordLink>("POST", "/managers", account);
  expect(shown.link).toMatch(LINK);
  const asked = await silent.call("POST", "/v1/manage/auth/forgot", {
    body: { email: admin.email },
    headers: CONSOLE,
  });
  expect([asked.status, await asked.json()]).toEqual([202, { data: { sendsMail: false } }]);
  await silent.close();
});

describe("a forgotten password", () => {
  test("gets the same answer for every address, and a mail only for the address of an account", async () => {
    const mia = await consoleCaller(service);
    const answers = [];
    for (const email of ["nobody@example.com", ` ${mia.email.toUpperCase()} `]) {
      const response = await forgot({ email });
      const headers = [...response.headers.keys()].filter((name) => name !== "date").sort();
      answers.push([response.status, await response.json(), headers]);
    }
    expect(answers[0]?.slice(0, 2)).toEqual([202, { data: { sendsMail: true } }]);
    expect(answers[1]).toEqual(answers[0]);
    const mail = await mailTo(mia.email);
    expect(mail?.subject).toBe("Set a new password for Acme");
    expect(mail?.text).toContain("The link works once and expires in 1 hour.");
    expect(mailsTo("nobody@example.com")).toEqual([]);
    const events = auditTrail(service).filter(({ kind }) => kind === "manager.password-forgotten");
    expect(events[0]).toMatchObject({
      actor: "nobody",
      detail: mia.managerId,
      request_id: expect.any(String),
    });
  });

  test("is replaced through the link: sessions and tokens end, and the link is used up", async () => {
    const mia = await consoleCaller(service);
    const robot = await mia.send<{ token: string }>("POST", "/me/tokens", {
      name: "Robot",
      days: 30,
      scopes: ["clients:read"],
      password: PASSWORD,
    });
    await forgot({ email: mia.email });
    const token = await tokenFor(mia.email);
    // a request for a link changes nothing
    expect((await mia.call("GET", "/me")).status).toBe(200);
    expect((await useLink(token)).status).toBe(200);
    await expectFailure(await mia.call("GET", "/me"), "UNAUTHORIZED");
    await expectFailure(await service.call("GET", "/v1/manage/me", { token: robot.token }), "UNAUTHORIZED");
    await expectFailure(await signInTo(service, mia.email), "SIGN_IN_REFUSED");
    await expectFailure(await useLink(token), "LINK_REFUSED");
  });

  test("where a second factor is on, changes nothing before the code is right", async () => {
    const mia = await consoleCaller(service);
    const phone = await turnOn(service, mia);
    await forgot({ email: mia.email });
    const token = await tokenFor(mia.email);
    const { data } = (await (await useLink(token)).json()) as { data: { stepToken: string } };
    await expectFailure(await passStep(service, data.stepToken, phone.wrong()), "WRONG_CODE");
    expect((await mia.call("GET", "/me")).status).toBe(200);
    await expectFailure(await signInTo(service, mia.email, NEW_PASSWORD), "SIGN_IN_REFUSED");
    // another request for a link does not end a sign-in that is under way
    await forgot({ email: mia.email });
    await tokenFor(mia.email, 2);
    const entered = await passStep(service, data.stepToken, phone.next());
    expect(cookieOf(entered)).toContain("fhc_");
    await expectFailure(await mia.call("GET", "/me"), "UNAUTHORIZED");
    await expectFailure(await useLink(await tokenFor(mia.email, 2)), "LINK_REFUSED");
  });

  test("is mailed three times an hour per account, and the answer never says so; the link is valid for an hour", async () => {
    const mia = await consoleCaller(service);
    for (let time = 1; time <= FORGOTTEN_PER_HOUR; time++) {
      expect((await forgot({ email: mia.email })).status).toBe(202);
      await mailTo(mia.email, time);
    }
    const last = await forgot({ email: mia.email });
    expect([last.status, await last.json()]).toEqual([202, { data: { sendsMail: true } }]);
    const token = await tokenFor(mia.email, FORGOTTEN_PER_HOUR);
    service.time.now += HOUR_MS;
    await expectFailure(await useLink(token), "LINK_REFUSED");
    expect(mailsTo(mia.email)).toHaveLength(FORGOTTEN_PER_HOUR);
  });

  test("can be requested a few times an hour from one network, whatever the addresses", async () => {
    for (let time = 0; time < FORGOTTEN_PER_HOUR_OF_CALLER; time++)
      expect((await forgot({ email: `nobody-${time}@example.com` })).status).toBe(202);
    await expectFailure(await forgot({ email: "nobody@example.com" }), "RATE_LIMITED");
  });

  test("of a revoked account, or of one that uses only OpenID Connect, gets no mail", async () => {
    const [tom, eve] = [await consoleCaller(service), await consoleCaller(service)];
    await ada.send("POST", `/managers/${tom.managerId}/revoke`, {});
    const { managerId } = await invite("olga@example.com", { linkBy: "hand" });
    const link = { issuer: "https://id.example", subject: "olga", managerId, linkedAt: service.time.now };
    await service.storage.identities.link(link, []);
    for (const email of [tom.email, "olga@example.com", eve.email]) await forgot({ email });
    await mailTo(eve.email);
    const events = auditTrail(service).filter(({ kind }) => kind === "manager.password-forgotten");
    expect(events.map(({ detail }) => detail)).toEqual([eve.managerId]);
    expect([...mailsTo(tom.email), ...mailsTo("olga@example.com")]).toEqual([]);
  });

  test.each([
    {},
    { email: "" },
    { email: "not an address" },
    { email: ["mia@example.com"] },
    { email: `${"a".repeat(300)}@example.com` },
    { email: "mia@example.com\r\nBcc: eve@example.com" },
    { email: "mia@example.com", link: true },
    ["mia@example.com"],
  ])("is not looked up by %j", async (body) => {
    await expectFailure(await forgot(body), "VALIDATION_ERROR");
  });

  test("cannot be requested by the page of another site", async () => {
    await expectFailure(await forgot({ email: ada.email }, {}), "FOREIGN_REQUEST");
  });
});

test("a former manager's clients go to a colleague in the same step, and so does waiting mail", async () => {
  const [mia, tom] = [await consoleCaller(service), await consoleCaller(service)];
  const added = await service.addClient();
  await service.storage.clients.change(added.clientId, { managerId: mia.managerId }, []);
  const revoke = (handTo: unknown) => ada.call("POST", `/managers/${mia.managerId}/revoke`, { handTo });
  for (const nobody of [mia.managerId, "mg_nobody", "", 7, [tom.managerId], { managerId: tom.managerId }])
    await expectFailure(await revoke(nobody), "VALIDATION_ERROR");
  await expectFailure(await tom.call("POST", `/managers/${mia.managerId}/revoke`, {}), "FORBIDDEN");
  expect((await revoke(tom.managerId)).status).toBe(200);
  const { clients } = await tom.read<{ clients: { clientId: string }[] }>("/clients");
  expect(clients.map(({ clientId }) => clientId)).toEqual([added.clientId]);
  const { managers } = await ada.read<{ managers: Manager[] }>("/managers");
  expect(managers.find(({ managerId }) => managerId === mia.managerId)).toMatchObject({
    state: "revoked",
    clients: 0,
  });
  expect(auditTrail(service).find(({ kind }) => kind === "manager.revoked")).toMatchObject({
    actor: ada.managerId,
    detail: `${mia.managerId} to ${tom.managerId}`,
  });
  const other = await consoleCaller(service);
  const toRevoked = await ada.call("POST", `/managers/${other.managerId}/revoke`, { handTo: mia.managerId });
  await expectFailure(toRevoked, "VALIDATION_ERROR");
});
