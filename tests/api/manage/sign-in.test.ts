import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY_MS } from "#contract/instants.ts";
import type { CurrentManager, PasswordLink } from "#contract/manage/accounts.ts";
import {
  CONSOLE,
  type ConsoleCaller,
  consoleCaller,
  cookieOf,
  PASSWORD,
} from "../../support/data/console-caller.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

let service: Service;
let admin: ConsoleCaller;
beforeAll(async () => {
  service = await startService();
  admin = await consoleCaller(service, "administrator");
});
afterAll(() => service.close());

const signIn = (email: string, password: string, headers: { [name: string]: string } = CONSOLE) =>
  service.call("POST", "/v1/manage/auth/sign-in", { body: { email, password }, headers });
const useLink = (token: string, password: string) =>
  service.call("POST", "/v1/manage/auth/link", { body: { token, password }, headers: CONSOLE });
const me = (cookie: string) => service.call("GET", "/v1/manage/me", { headers: { ...CONSOLE, cookie } });
const tokenIn = (link: PasswordLink) => new URL(link.link ?? "").hash.replace("#link=", "");
const inviteOne = async (email: string) => {
  const account = { name: "Mia Lopes", email, role: "manager" };
  return admin.send<PasswordLink>("POST", "/managers", { ...account, password: PASSWORD });
};

describe("the right password", () => {
  test("signs in with a cookie that no script can read and no other site can send", async () => {
    const response = await signIn(admin.email.toUpperCase(), PASSWORD);
    expect(response.status).toBe(200);
    const [cookie = ""] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^firsthand-console=fhc_[\w-]{43}; /);
    expect(cookie.split("; ")).toEqual(expect.arrayContaining(["Path=/", "HttpOnly", "SameSite=Strict"]));
    const { data } = (await (await me(cookieOf(response))).json()) as { data: CurrentManager };
    expect(data).toMatchObject({ email: admin.email, role: "administrator" });
    expect(await response.text()).not.toContain("fhc_");
  });

  test("behind a TLS proxy, sets a cookie that is sent over TLS only and cannot be set by another host", async () => {
    const there = await startService({ env: { FIRSTHAND_TRUST_PROXY: "127.0.0.1" } });
    const { email } = await consoleCaller(there);
    const response = await there.call("POST", "/v1/manage/auth/sign-in", {
      body: { email, password: PASSWORD },
      headers: { ...CONSOLE, "x-forwarded-proto": "https" },
    });
    expect(response.headers.get("set-cookie")).toMatch(/^__Host-firsthand-console=.*; Secure/);
    await there.close();
  });
});

test("with an https address, the cookie is sent over https only, whatever a proxy forgets to say", async () => {
  const env = { FIRSTHAND_TRUST_PROXY: "127.0.0.1", FIRSTHAND_PUBLIC_URL: "https://interview.example" };
  const there = await startService({ env });
  const { cookie } = await consoleCaller(there);
  expect(cookie).toMatch(/^__Host-firsthand-console=fhc_/);
  const out = await there.call("POST", "/v1/manage/auth/sign-out", { headers: { ...CONSOLE, cookie } });
  expect(out.headers.get("set-cookie")).toMatch(/^__Host-firsthand-console=;.* Secure/);
  await there.close();
});

test("an administrator's action writes the head of the audit trail to the log, and a refused one does not", async () => {
  const there = await startService();
  const ada = await consoleCaller(there, "administrator");
  const mia = await consoleCaller(there);
  const heads = () => there.logLines.flatMap((line) => /"auditHead":"([^"]+)"/.exec(line)?.[1] ?? []);
  await ada.read("/managers");
  await ada.call("POST", "/managers", { name: "Eve" });
  await mia.call("POST", "/clients", { name: "Rosa's Bakery" });
  expect(heads()).toEqual([]);
  await ada.send("POST", `/managers/${mia.managerId}/revoke`, {});
  await expect.poll(heads).toHaveLength(1);
  const head = await there.storage.audit.chainHead();
  expect(heads()[0]).toContain(`${head?.seq}:`);
  await there.close();
});

describe("the answer never reveals what is wrong:", () => {
  test.each<[string, () => Promise<[string, string]>]>([
    ["a wrong password", async () => [admin.email, "correct horse battery!"]],
    ["an account that nobody has", async () => ["nobody@example.com", PASSWORD]],
    [
      "one without a password yet",
      async () => [(await inviteOne("new@example.com")) && "new@example.com", ""],
    ],
    ["a revoked one", revoked],
    ["text that is no address", async () => ["x' or 1=1 --", PASSWORD]],
  ])("%s", async (_, credentials) => {
    const response = await signIn(...(await credentials()));
    await expectFailure(response, "SIGN_IN_REFUSED");
    expect(response.headers.get("set-cookie")).toBeNull();
  });

  test("but the audit trail does", async () => {
    const mia = await consoleCaller(service);
    service.time.now += 1;
    await signIn(mia.email, "wrong");
    const events = await service.storage.audit.listAll({ limit: 1 });
    expect(events).toMatchObject([
      {
        kind: "manager.refused",
        actor: "nobody",
        detail: `wrong-password ${mia.managerId}`,
        address: "127.0.0.0/24",
      },
    ]);
  });
});

test("after five failures an account is blocked from there, also for a right password; other accounts are not", async () => {
  const mia = await consoleCaller(service);
  for (let count = 0; count < 5; count++)
    await expectFailure(await signIn(mia.email, "wrong"), "SIGN_IN_REFUSED");
  const response = await signIn(mia.email, PASSWORD);
  await expectFailure(response, "RATE_LIMITED");
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(800);
  expect((await signIn(admin.email, PASSWORD)).status).toBe(200);
});

test("simultaneous guesses reveal no more than those that wait", async () => {
  const mia = await consoleCaller(service);
  const guesses = [...Array(7).fill("wrong"), PASSWORD];
  const answers = await Promise.all(guesses.map((guess) => signIn(mia.email, guess)));
  expect(answers.map(({ status }) => status)).not.toContain(200);
});

describe("a session", () => {
  test("ends on the server by signing out", async () => {
    const { cookie, call } = await consoleCaller(service);
    expect((await me(cookie)).status).toBe(200);
    const ended = await call("POST", "/auth/sign-out");
    expect(ended.headers.get("set-cookie")).toContain("Max-Age=0");
    await expectFailure(await me(cookie), "UNAUTHORIZED");
    expect((await call("POST", "/auth/sign-out")).status).toBe(200);
  });

  test("ends after eight hours without use, and after a day in any case", async () => {
    const there = await startService();
    const { call } = await consoleCaller(there);
    for (let hours = 0; hours < 21; hours += 7) {
      there.time.now += 7 * 3_600_000;
      expect((await call("GET", "/me")).status).toBe(200);
      await expect.poll(() => there.storage.managers.list()).toMatchObject([{ lastUsedAt: there.time.now }]);
    }
    there.time.now += 3 * 3_600_000;
    await expectFailure(await call("GET", "/me"), "UNAUTHORIZED");
    const other = await consoleCaller(there);
    there.time.now += 8 * 3_600_000;
    await expectFailure(await other.call("GET", "/me"), "UNAUTHORIZED");
    await there.close();
  });

  test("ends with the account at once, also in an open tab", async () => {
    const mia = await consoleCaller(service);
    await admin.send("POST", `/managers/${mia.managerId}/revoke`, {});
    await expectFailure(await mia.call("GET", "/clients"), "UNAUTHORIZED");
    await admin.send("POST", `/managers/${mia.managerId}/revive`, { password: PASSWORD });
    await expectFailure(await mia.call("GET", "/clients"), "UNAUTHORIZED");
    expect((await signIn(mia.email, PASSWORD)).status).toBe(200);
  });
});

describe("a link", () => {
  test("sets a password once and signs in; a used, replaced or expired link is refused", async () => {
    const first = await inviteOne("mia@example.com");
    const second = await admin.send<PasswordLink>("POST", `/managers/${first.managerId}/link`, {
      password: PASSWORD,
    });
    await expectFailure(await useLink(tokenIn(first), PASSWORD), "LINK_REFUSED");
    const response = await useLink(tokenIn(second), PASSWORD);
    expect((await me(cookieOf(response))).status).toBe(200);
    await expectFailure(await useLink(tokenIn(second), PASSWORD), "LINK_REFUSED");
    const third = await admin.send<PasswordLink>("POST", `/managers/${first.managerId}/link`, {
      password: PASSWORD,
    });
    service.time.now += 3 * DAY_MS;
    await expectFailure(await useLink(tokenIn(third), PASSWORD), "LINK_REFUSED");
    service.time.now -= 3 * DAY_MS;
  });

  test("ends the earlier sessions", async () => {
    const mia = await consoleCaller(service);
    const link = await admin.send<PasswordLink>("POST", `/managers/${mia.managerId}/link`, {
      password: PASSWORD,
    });
    expect((await me(mia.cookie)).status).toBe(200);
    await useLink(tokenIn(link), "another long password");
    await expectFailure(await me(mia.cookie), "UNAUTHORIZED");
    await expectFailure(await signIn(mia.email, PASSWORD), "SIGN_IN_REFUSED");
  });

  test.each(["", "fhl_short", `fhl_${"A".repeat(43)}`, `fhc_${"A".repeat(43)}`])(
    "is refused: %j",
    async (token) => {
      await expectFailure(await useLink(token, PASSWORD), "LINK_REFUSED");
    },
  );

  test("accepts no short password, and is not used up by one", async () => {
    const link = await inviteOne("short@example.com");
    const refused = await useLink(tokenIn(link), "short");
    expect(await expectFailure(refused, "VALIDATION_ERROR")).toMatchObject({
      details: [{ path: "password", message: "needs at least 12 characters" }],
    });
    expect((await useLink(tokenIn(link), PASSWORD)).status).toBe(200);
  });
});

describe("a manager's own password", () => {
  test("is changed with the current one; other sessions end, this one does not", async () => {
    const mia = await consoleCaller(service);
    const other = cookieOf(await signIn(mia.email, PASSWORD));
    const wrong = await mia.call("PUT", "/me/password", { current: "wrong", password: "another long one" });
    await expectFailure(wrong, "WRONG_PASSWORD");
    await mia.send("PUT", "/me/password", { current: PASSWORD, password: "another long one" });
    expect((await me(mia.cookie)).status).toBe(200);
    await expectFailure(await me(other), "UNAUTHORIZED");
    expect((await signIn(mia.email, "another long one")).status).toBe(200);
  });
});

describe("the signed-in manager", () => {
  const found = (headers: { [name: string]: string }) =>
    service.call("GET", "/v1/manage/auth/session", { headers });

  test.each<[string, { [name: string]: string }]>([
    ["no cookie", {}],
    ["a cookie that is not ours", { cookie: "firsthand-console=x" }],
    ["one that nobody has", { cookie: `firsthand-console=fhc_${"A".repeat(43)}` }],
    ["a token that nobody has", { authorization: `Bearer fhm_${"A".repeat(43)}` }],
  ])("is absent with %s, and that is not a failure", async (_, headers) => {
    const response = await found(headers);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ data: { me: null } });
  });

  test("is shown only to themselves, until they sign out", async () => {
    const { email, cookie } = await consoleCaller(service);
    expect(await (await found({ cookie })).json()).toMatchObject({ data: { me: { email } } });
    await expectFailure(await found({ cookie, "sec-fetch-site": "cross-site" }), "FOREIGN_REQUEST");
    await service.call("POST", "/v1/manage/auth/sign-out", { headers: { ...CONSOLE, cookie } });
    expect(await (await found({ cookie })).json()).toMatchObject({ data: { me: null } });
  });
});

describe("a request caused by another site", () => {
  test("is refused where a cookie would authenticate it", async () => {
    const { cookie } = await consoleCaller(service);
    const body = { name: "Ben" };
    const post = (headers: { [name: string]: string }) =>
      service.call("POST", "/v1/manage/clients", { body, headers: { cookie, ...headers } });
    await expectFailure(await post({}), "FOREIGN_REQUEST");
    await expectFailure(await post({ ...CONSOLE, "sec-fetch-site": "cross-site" }), "FOREIGN_REQUEST");
    await expectFailure(await post({ ...CONSOLE, "sec-fetch-site": "same-site" }), "FOREIGN_REQUEST");
    const read = { headers: { cookie, "sec-fetch-site": "cross-site" } };
    await expectFailure(await service.call("GET", "/v1/manage/me", read), "FOREIGN_REQUEST");
    expect((await post({ ...CONSOLE, "sec-fetch-site": "same-origin" })).status).toBe(200);
  });

  test("cannot sign a person in either", async () => {
    await expectFailure(await signIn(admin.email, PASSWORD, {}), "FOREIGN_REQUEST");
  });
});

test("no password, cookie or link is in the log", async () => {
  await signIn(admin.email, "canary of a password");
  const log = service.logLines.join("");
  for (const secret of ["canary of a password", PASSWORD, "fhc_", "fhl_"]) expect(log).not.toContain(secret);
});

async function revoked(): Promise<[string, string]> {
  const mia = await consoleCaller(service);
  await admin.send("POST", `/managers/${mia.managerId}/revoke`, {});
  return [mia.email, PASSWORD];
}
