import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ApiToken, Manager, PasswordLink } from "#contract/manage/accounts.ts";
import {
  CONSOLE,
  type ConsoleCaller,
  consoleCaller,
  cookieOf,
  PASSWORD,
} from "../../support/data/console-caller.ts";
import { passStep, signInTo, turnOn } from "../../support/data/second-factor.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

let service: Service;
let admin: ConsoleCaller;
let other: ConsoleCaller;
beforeAll(async () => {
  service = await startService();
});
// wrong passwords count per account, so each test has its own
beforeEach(async () => {
  admin = await consoleCaller(service, "administrator");
  other = await consoleCaller(service);
});
afterAll(() => service.close());

const managers = async () => (await admin.read<{ managers: Manager[] }>("/managers")).managers;
const newToken = (caller: ConsoleCaller, more: object) =>
  caller.call("POST", "/me/tokens", { name: "Robot", days: 30, scopes: ["clients:read"], ...more });
const refusals = async (managerId: string) =>
  (await service.storage.audit.listAll({ limit: 100 })).filter(
    ({ kind, detail }) => kind === "manager.refused" && detail?.includes(managerId),
  );

/** Calls that give access to an account, as method, path and body. */
const acts: [string, (id: string) => [string, string, object]][] = [
  [
    "a new account",
    () => ["POST", "/managers", { name: "Eve", email: "eve@example.com", role: "administrator" }],
  ],
  ["a password link", (id) => ["POST", `/managers/${id}/link`, {}]],
  ["a role with more rights", (id) => ["PUT", `/managers/${id}`, { name: "Eve", role: "administrator" }]],
  ["a revoked account's return", (id) => ["POST", `/managers/${id}/revive`, {}]],
  ["the end of a second factor", (id) => ["DELETE", `/managers/${id}/second-factor`, {}]],
  ["an API token", () => ["POST", "/me/tokens", { name: "Robot", days: 30, scopes: ["clients:read"] }]],
];

test.each(acts)("%s requires the caller's own password, and changes nothing without it", async (_, act) => {
  const [method, path, body] = act(other.managerId);
  const before = await managers();
  const missing = await admin.call(method, path, body);
  expect(await expectFailure(missing, "VALIDATION_ERROR")).toMatchObject({ details: [{ path: "password" }] });
  await expectFailure(await admin.call(method, path, { ...body, password: "wrong" }), "WRONG_PASSWORD");
  expect(await managers()).toEqual(before);
  expect((await admin.read<{ tokens: ApiToken[] }>("/me/tokens")).tokens).toEqual([]);
});

test("a call without a password does not count as a guess, and a wrong one is in the audit trail", async () => {
  const mia = await consoleCaller(service);
  for (let time = 0; time < 7; time++) await expectFailure(await newToken(mia, {}), "VALIDATION_ERROR");
  expect(await refusals(mia.managerId)).toEqual([]);
  await expectFailure(await newToken(mia, { password: "wrong" }), "WRONG_PASSWORD");
  expect(await refusals(mia.managerId)).toMatchObject([
    { actor: mia.managerId, detail: `wrong-password ${mia.managerId} in a session` },
  ]);
});

test("guesses within a session are counted per account, whichever call they are made with", async () => {
  const mia = await consoleCaller(service);
  const wrong = { current: "wrong", password: "another long one" };
  for (let time = 0; time < 3; time++)
    await expectFailure(await mia.call("PUT", "/me/password", wrong), "WRONG_PASSWORD");
  await expectFailure(await newToken(mia, { password: "wrong" }), "WRONG_PASSWORD");
  const begin = await mia.call("POST", "/me/second-factor", { password: "wrong" });
  await expectFailure(begin, "WRONG_PASSWORD");
  await expectFailure(await newToken(mia, { password: PASSWORD }), "RATE_LIMITED");
  expect(await refusals(mia.managerId)).toHaveLength(5);
});

test("a lower role and another name need no password", async () => {
  const path = `/managers/${other.managerId}`;
  await admin.send("PUT", path, { name: "Olga", role: "manager" });
  await admin.send("PUT", path, { name: "Olga", role: "administrator", password: PASSWORD });
  await admin.send("PUT", path, { name: "Olga", role: "manager" });
});

test("no administrator can make a password link for their own account", async () => {
  const own = await admin.call("POST", `/managers/${admin.managerId}/link`, { password: PASSWORD });
  await expectFailure(own, "OWN_PASSWORD_LINK");
});

test.each([null, 0, 366, 3_650])("a token cannot be valid for %s days", async (days) => {
  await expectFailure(await newToken(admin, { password: PASSWORD, days }), "VALIDATION_ERROR");
});

describe("where a second factor is on", () => {
  test("a code is required too, and is valid once", async () => {
    const mia = await consoleCaller(service, "administrator");
    const phone = await turnOn(service, mia);
    const without = await newToken(mia, { password: PASSWORD });
    expect(await expectFailure(without, "VALIDATION_ERROR")).toMatchObject({ details: [{ path: "code" }] });
    const wrong = { password: PASSWORD, code: phone.wrong() };
    await expectFailure(await newToken(mia, wrong), "WRONG_CODE");
    const right = { password: PASSWORD, code: phone.next() };
    expect((await newToken(mia, right)).status).toBe(200);
    const again = await mia.call("POST", `/managers/${other.managerId}/link`, right);
    await expectFailure(again, "WRONG_CODE");
  });

  test("a link replaces no password and ends nothing before the code is right", async () => {
    const mia = await consoleCaller(service);
    const phone = await turnOn(service, mia);
    const robot = { password: PASSWORD, code: phone.next() };
    const { token } = ((await (await newToken(mia, robot)).json()) as { data: { token: string } }).data;
    const made = await admin.send<PasswordLink>("POST", `/managers/${mia.managerId}/link`, {
      password: PASSWORD,
    });
    const body = {
      token: new URL(made.link ?? "").hash.slice("#link=".length),
      password: "a brand new password",
    };
    const useLink = () => service.call("POST", "/v1/manage/auth/link", { headers: CONSOLE, body });
    const half = ((await (await useLink()).json()) as { data: { stepToken: string } }).data;
    await expectFailure(await passStep(service, half.stepToken, phone.wrong()), "WRONG_CODE");
    expect((await mia.call("GET", "/me")).status).toBe(200);
    expect((await signInTo(service, mia.email)).status).toBe(200);
    await expectFailure(await signInTo(service, mia.email, body.password), "SIGN_IN_REFUSED");
    const entered = await passStep(service, half.stepToken, phone.next());
    expect(cookieOf(entered)).toContain("fhc_");
    await expectFailure(await mia.call("GET", "/me"), "UNAUTHORIZED");
    await expectFailure(await signInTo(service, mia.email), "SIGN_IN_REFUSED");
    await expectFailure(await useLink(), "LINK_REFUSED");
    // a token that an intruder created with the old password ends with that password
    await expectFailure(await service.call("GET", "/v1/manage/me", { token }), "UNAUTHORIZED");
  });
});

test("an administrator who removes a factor also removes the account's tokens", async () => {
  const mia = await consoleCaller(service);
  const phone = await turnOn(service, mia);
  const made = await newToken(mia, { password: PASSWORD, code: phone.next() });
  const { data } = (await made.json()) as { data: { token: string } };
  const path = `/managers/${mia.managerId}/second-factor`;
  await admin.send("DELETE", path, { password: PASSWORD });
  await expectFailure(await service.call("GET", "/v1/manage/me", { token: data.token }), "UNAUTHORIZED");
});

test("an administrator's token makes, changes and ends no account, link, factor or session", async () => {
  const robot = await newToken(admin, { password: PASSWORD });
  const { data } = (await robot.json()) as { data: { token: string } };
  const body = { name: "Eve", email: "eve@example.com", role: "administrator", password: PASSWORD };
  const path = `/v1/manage/managers/${other.managerId}`;
  const proof = { password: PASSWORD };
  const calls: [string, string, object?][] = [
    ["POST", "/v1/manage/managers", body],
    ["PUT", path, { name: "Eve", role: "administrator", ...proof }],
    ["POST", `${path}/link`, proof],
    ["POST", `${path}/revoke`],
    ["POST", `${path}/revive`, proof],
    ["DELETE", `${path}/sessions`],
    ["DELETE", `${path}/openid`],
    ["DELETE", `${path}/second-factor`, proof],
    ["POST", "/v1/manage/me/tokens", { name: "Robot", days: 1, ...proof }],
    ["PUT", "/v1/manage/me/password", { current: PASSWORD, password: "another long one" }],
  ];
  for (const [method, address, sent] of calls) {
    const response = await service.call(method, address, { token: data.token, body: sent });
    await expectFailure(response, "TOKEN_NOT_ENOUGH");
  }
});
