import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CurrentManager, Manager } from "#contract/manage/accounts.ts";
import { addManager } from "../../../server/managers/accounts.ts";
import { CONSOLE, type ConsoleCaller, consoleCaller, PASSWORD } from "../../support/data/console-caller.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { openIdBrowser, openIdService } from "../../support/service/openid-service.ts";
import { startService } from "../../support/service/service.ts";

let there: Awaited<ReturnType<typeof openIdService>>;
let admin: ConsoleCaller;
beforeAll(async () => {
  there = await openIdService();
  admin = await consoleCaller(there.service, "administrator");
});
afterAll(async () => {
  expect(there.provider.problems).toEqual([]);
  await there.close();
});

let count = 0;
let email: string;
let subject: string;
beforeEach(() => {
  count += 1;
  email = `mia-${count}@example.com`;
  subject = `person-${count}`;
  there.provider.comesAs({ subject, email });
});

const actor = () => ({ actor: "operator", at: there.service.time.now });
async function invite(name = "Mia Lopes"): Promise<string> {
  const link = await addManager(there.service.storage, { name, email, role: "manager" }, actor());
  if (!link) throw new Error("The account was not made");
  return link.managerId;
}
const newBrowser = () => openIdBrowser(there.service);
const signIn = () => newBrowser().signIn();
const whoIs = async (browser: ReturnType<typeof newBrowser>) =>
  ((await (await browser.me()).json()) as { data: CurrentManager }).data;
const newestEvents = async (limit: number) => {
  const events = await there.service.storage.audit.listAll({ limit });
  return events.map(({ kind, actor: who, detail }) => [kind, who, detail]);
};
/** Moves the clock, because events at the same instant have no order. */
const later = () => {
  there.service.time.now += 1;
};

describe("a person with an account", () => {
  test("comes in by a confirmed email address, without ever setting a password", async () => {
    const managerId = await invite();
    const browser = newBrowser();
    expect(await browser.signIn()).toBe("/console/");
    expect(await whoIs(browser)).toMatchObject({
      managerId,
      email,
      hasPassword: false,
      openId: { name: "single sign-on", isLinked: true },
    });
    const { managers } = await admin.read<{ managers: Manager[] }>("/managers");
    expect(managers.find((one) => one.managerId === managerId)).toMatchObject({
      state: "active",
      isLinked: true,
    });
  });

  test("can have it in other letter case there", async () => {
    const managerId = await invite();
    there.provider.comesAs({ subject, email: email.toUpperCase() });
    const browser = newBrowser();
    await browser.signIn();
    expect(await whoIs(browser)).toMatchObject({ managerId });
  });

  test("gets the same session as by a password: the same cookie, and no trace of the flow is left", async () => {
    await invite();
    const browser = newBrowser();
    const back = await browser.signInThere(await browser.begin());
    expect(browser.cookie("__Host-firsthand-openid")).toMatch(/^\d+\.[\w-]{43}$/);
    await browser.comeBack(back);
    expect(browser.cookie("__Host-firsthand-console")).toMatch(/^fhc_[\w-]{43}$/);
    expect(browser.cookie("__Host-firsthand-openid")).toBeUndefined();
  });

  test("stays the same account from then on, whatever their email address is changed to there", async () => {
    const managerId = await invite();
    expect(await signIn()).toBe("/console/");
    const other = await consoleCaller(there.service);
    for (const changed of [
      { subject, email: other.email },
      { subject, email, isVerified: false },
      { subject },
    ]) {
      there.provider.comesAs(changed);
      const browser = newBrowser();
      await browser.signIn();
      expect(await whoIs(browser)).toMatchObject({ managerId });
    }
  });

  test("who has a password keeps it too", async () => {
    const mia = await consoleCaller(there.service);
    there.provider.comesAs({ subject, email: mia.email });
    const browser = newBrowser();
    await browser.signIn();
    expect(await whoIs(browser)).toMatchObject({ managerId: mia.managerId, hasPassword: true });
    const body = { email: mia.email, password: PASSWORD };
    const byPassword = await there.service.call("POST", "/v1/manage/auth/sign-in", {
      body,
      headers: CONSOLE,
    });
    expect(byPassword.status).toBe(200);
  });

  test("is in the audit trail, once as linked", async () => {
    const managerId = await invite();
    later();
    await signIn();
    expect((await newestEvents(2)).sort()).toEqual([
      ["manager.linked", managerId, managerId],
      ["manager.signed-in", managerId, "openid"],
    ]);
    later();
    await signIn();
    later();
    await signIn();
    const signedIn = ["manager.signed-in", managerId, "openid"];
    expect(await newestEvents(2)).toEqual([signedIn, signedIn]);
  });
});

describe("all others are refused, and no account is made:", () => {
  async function expectRefused(refusal: string, audited: string): Promise<void> {
    later();
    const before = await there.service.storage.managers.list();
    const browser = newBrowser();
    expect(await browser.signIn()).toBe(`/console/#refused=${refusal}`);
    await expectFailure(await browser.me(), "UNAUTHORIZED");
    expect(await newestEvents(1)).toEqual([["manager.refused", "nobody", audited]]);
    const after = await there.service.storage.managers.list();
    expect(after.map(({ managerId }) => managerId)).toEqual(before.map(({ managerId }) => managerId));
  }

  test("a person without an account", () => expectRefused("no-account", "openid unknown"));

  test.each([
    ["is not confirmed", false],
    ["is not there", undefined],
  ])("a person whose email address %s", async (_, isVerified) => {
    const managerId = await invite();
    there.provider.comesAs({ subject, ...(isVerified === false && { email, isVerified }) });
    await expectRefused("unverified", "openid unverified");
    expect(await there.service.storage.identities.isLinked(managerId, `${there.provider.issuer}/`)).toBe(
      false,
    );
  });

  test("another person with the email address of a linked account", async () => {
    const managerId = await invite();
    expect(await signIn()).toBe("/console/");
    there.provider.comesAs({ subject: `${subject}-other`, email });
    await expectRefused("other-person", `openid other-person ${managerId}`);
  });

  test("a revoked manager, linked or not, who sees the same as a stranger", async () => {
    const managerId = await invite();
    await admin.send("POST", `/managers/${managerId}/revoke`, {});
    await expectRefused("no-account", `openid revoked ${managerId}`);
    await admin.send("POST", `/managers/${managerId}/revive`, { password: PASSWORD });
    expect(await signIn()).toBe("/console/");
    await admin.send("POST", `/managers/${managerId}/revoke`, {});
    await expectRefused("no-account", `openid revoked ${managerId}`);
  });

  test("a person who declines there", async () => {
    await invite();
    there.provider.comesAs(undefined);
    await expectRefused("canceled", "openid canceled");
  });
});

test("revoking ends a session from OpenID Connect at once", async () => {
  const managerId = await invite();
  const browser = newBrowser();
  await browser.signIn();
  expect((await browser.me()).status).toBe(200);
  await admin.send("POST", `/managers/${managerId}/revoke`, {});
  await expectFailure(await browser.me(), "UNAUTHORIZED");
});

describe("unlinking", () => {
  test("ends the sessions, and the next person with the address is linked", async () => {
    const managerId = await invite();
    const browser = newBrowser();
    await browser.signIn();
    later();
    await admin.send("DELETE", `/managers/${managerId}/openid`);
    expect(await newestEvents(1)).toEqual([["manager.unlinked", admin.managerId, managerId]]);
    await expectFailure(await browser.me(), "UNAUTHORIZED");
    there.provider.comesAs({ subject: `${subject}-other`, email });
    expect(await signIn()).toBe("/console/");
    there.provider.comesAs({ subject, email });
    expect(await signIn()).toBe("/console/#refused=other-person");
  });

  test("an account without a link is not found", async () => {
    await expectFailure(await admin.call("DELETE", `/managers/${await invite()}/openid`), "NOT_FOUND");
    await expectFailure(await admin.call("DELETE", "/managers/mg_0/openid"), "NOT_FOUND");
  });
});

describe("an answer is valid in the browser that started, once and in time:", () => {
  const EXPIRED = "/console/#refused=expired";
  const answered = async (browser: ReturnType<typeof newBrowser>) => {
    await invite();
    return browser.signInThere(await browser.begin());
  };

  test("in another browser it is not a sign-in, whether or not one was started there", async () => {
    const back = await answered(newBrowser());
    expect(await newBrowser().comeBack(back)).toBe(EXPIRED);
    const other = newBrowser();
    await other.begin();
    expect(await other.comeBack(back)).toBe(EXPIRED);
    await expectFailure(await other.me(), "UNAUTHORIZED");
  });

  test("a second time it is not a sign-in", async () => {
    const browser = newBrowser();
    const back = await answered(browser);
    expect(await browser.comeBack(back)).toBe("/console/");
    expect(await browser.comeBack(back)).toBe(EXPIRED);
  });

  test("the provider refuses a used code, also from a browser that kept the cookie", async () => {
    const browser = newBrowser();
    const back = await answered(browser);
    const cookie = `firsthand-openid=${browser.cookie("__Host-firsthand-openid")}`;
    expect(await browser.comeBack(back)).toBe("/console/");
    const { pathname, search } = new URL(back);
    const again = await there.service.call("GET", pathname + search, {
      headers: { cookie },
      redirect: "manual",
    });
    expect([again.status, again.headers.get("location")]).toEqual([303, EXPIRED]);
    expect(again.headers.getSetCookie().join()).not.toContain("fhc_");
  });

  test("after ten minutes it is not a sign-in", async () => {
    const browser = newBrowser();
    const back = await answered(browser);
    there.service.time.now += 10 * 60_000;
    expect(await browser.comeBack(back)).toBe(EXPIRED);
  });

  test.each([
    ["nothing", () => ""],
    ["another state", (search: string) => search.replace(/state=.{5}/, "state=AAAAA")],
    ["two states", (search: string) => `${search}&state=x`],
    ["no code", (search: string) => search.replace(/code=[^&]+/, "code=")],
    ["a huge code", (search: string) => search.replace(/code=[^&]+/, `code=${"x".repeat(8_000)}`)],
    ["two codes", (search: string) => `${search}&code=x`],
    ["another issuer", (search: string) => search.replace(/iss=[^&]+/, "iss=https%3A%2F%2Fevil.example")],
    ["markup", () => "?state=%3Cscript%3E&error=%3Cscript%3E"],
  ])("with %s in its place it is not a sign-in", async (_, change) => {
    const browser = newBrowser();
    const back = new URL(await answered(browser));
    back.search = change(back.search);
    expect(await browser.comeBack(back.href)).toMatch(/^\/console\/#refused=(expired|provider-fault)$/);
    await expectFailure(await browser.me(), "UNAUTHORIZED");
  });
});

test("the answers redirect only to the provider or the console, and no cache stores them", async () => {
  const begin = (query = "", headers = {}) =>
    there.service.call("GET", `/v1/manage/auth/openid${query}`, { headers, redirect: "manual" });
  const response = await begin("?redirect=https://evil.example&return_to=//evil.example");
  const address = new URL(response.headers.get("location") ?? "");
  expect([response.status, address.origin]).toEqual([303, there.provider.issuer]);
  expect(address.searchParams.get("redirect_uri")).toBe(
    "https://console.example.com/v1/manage/auth/openid/callback",
  );
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("set-cookie")).toMatch(
    /^__Host-firsthand-openid=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/i,
  );
  expect(address.searchParams.get("prompt")).toBeNull();
  const anew = new URL((await begin("?anew=1")).headers.get("location") ?? "");
  expect(anew.searchParams.get("prompt")).toBe("login");
  const junk = await begin("?anew=select_account%20consent");
  expect(junk.headers.get("location")).toBe("/console/#refused=server-fault");
  const foreign = await begin("", { "sec-fetch-site": "cross-site" });
  expect(foreign.headers.get("location")).toBe("/console/#refused=expired");
});

test("a provider that accepts the client's secret only in the body gets it there", async () => {
  const other = await openIdService({}, { authMethod: "client_secret_post" });
  other.provider.comesAs({ subject, email });
  const account = { name: "Mia", email, role: "manager" } as const;
  await addManager(other.service.storage, account, actor());
  expect(await openIdBrowser(other.service).signIn()).toBe("/console/");
  await other.close();
});

test("behind a TLS proxy the flow's cookie is sent over TLS only and cannot be set by another host", async () => {
  const behind = await openIdService({ FIRSTHAND_TRUST_PROXY: "127.0.0.1" });
  const response = await behind.service.call("GET", "/v1/manage/auth/openid", {
    headers: { "x-forwarded-proto": "https" },
    redirect: "manual",
  });
  expect(response.headers.get("set-cookie")).toMatch(/^__Host-firsthand-openid=.*; Secure/);
  await behind.close();
});

test("neither code, token, person nor secret is in the log or the audit trail", async () => {
  await invite();
  const browser = newBrowser();
  const back = new URL(await browser.signInThere(await browser.begin()));
  await browser.comeBack(back.href);
  await browser.comeBack(back.href);
  const log = there.service.logLines.join("");
  const trail = JSON.stringify(await there.service.storage.audit.listAll({ limit: 1_000 }));
  const state = back.searchParams.get("state") ?? "?";
  const code = back.searchParams.get("code") ?? "?";
  for (const secret of [code, state, email, subject, "a-secret-of-the-client", "fhc_"]) {
    expect(log).not.toContain(secret);
    expect(trail).not.toContain(secret);
  }
});

test("without a configured issuer this sign-in does not exist, and the account shows no sign of it", async () => {
  const without = await startService();
  for (const path of ["", "/callback?state=x"])
    await expectFailure(await without.call("GET", `/v1/manage/auth/openid${path}`), "NOT_FOUND");
  const mia = await consoleCaller(without, "administrator");
  expect(await mia.read("/me")).toMatchObject({ openId: null, hasPassword: true });
  await expectFailure(await mia.call("DELETE", `/managers/${mia.managerId}/openid`), "NOT_FOUND");
  await without.close();
});

describe("where passwords are turned off", () => {
  test("no password is accepted or set, and a one-time link is the other way in", async () => {
    const only = await openIdService({ FIRSTHAND_OIDC_ONLY: "1" });
    const mia = await consoleCaller(only.service);
    expect(await mia.read("/me")).toMatchObject({ hasPassword: false });
    const body = { email: mia.email, password: PASSWORD };
    const path = "/v1/manage/auth/sign-in";
    await expectFailure(await only.service.call("POST", path, { body, headers: CONSOLE }), "PASSWORDS_OFF");
    const change = { current: PASSWORD, password: "another long password" };
    await expectFailure(await mia.call("PUT", "/me/password", change), "PASSWORDS_OFF");
    only.provider.comesAs({ subject: "mia", email: mia.email });
    expect(await openIdBrowser(only.service).signIn()).toBe("/console/");
    await only.close();
  });
});

test("after fifty refusals in an hour an address has to wait, and no other does", async () => {
  const there = await openIdService({ FIRSTHAND_TRUST_PROXY: "127.0.0.1" });
  const from = (ip: string, path: string) =>
    there.service.call("GET", path, { headers: { "x-forwarded-for": ip }, redirect: "manual" });
  const callback = "/v1/manage/auth/openid/callback?state=x&code=y";
  for (let tries = 0; tries < 50; tries++) await from("203.0.113.7", callback);
  const begin = "/v1/manage/auth/openid";
  for (const path of [begin, callback])
    expect((await from("203.0.113.7", path)).headers.get("location")).toBe("/console/#refused=too-many");
  expect((await from("203.0.113.8", begin)).headers.get("location")).toContain(there.provider.issuer);
  expect(await there.service.storage.audit.listAll({ limit: 100 })).toHaveLength(50);
  await there.close();
});
