import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import type { SecondFactorSecret } from "#contract/manage/second-factor.ts";
import { appCode, appSecret } from "../../support/data/authenticator.ts";
import {
  CONSOLE,
  type ConsoleCaller,
  consoleCaller,
  cookieOf,
  PASSWORD,
} from "../../support/data/console-caller.ts";
import { halfIn, type Phone, passStep, signInTo, turnOn } from "../../support/data/second-factor.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

const PERIOD_MS = 30_000;
const FACTOR = "/me/second-factor";
const CODES = `${FACTOR}/recovery-codes`;

let service: Service;
let mia: ConsoleCaller;
let phone: Phone;
/** Starts a service per test, because wrong codes also count per address. */
async function begin(): Promise<void> {
  service = await startService();
  mia = await consoleCaller(service);
}
const end = () => service.close();

const meOf = (cookie: string) => service.call("GET", "/v1/manage/me", { headers: { ...CONSOLE, cookie } });
const pass = async (code: unknown) => passStep(service, await halfIn(service, mia), code);
/** Kind and detail of events, newest first. */
const events = async (limit: number) =>
  (await service.storage.audit.listAll({ limit })).map(({ kind, detail }) => [kind, detail]);

describe("setting up", () => {
  beforeAll(begin);
  afterAll(end);

  test("requires the password, and shows the secret in the form that an app accepts", async () => {
    await expectFailure(await mia.call("POST", FACTOR, { password: "wrong" }), "WRONG_PASSWORD");
    const { secret, address } = await mia.send<SecondFactorSecret>("POST", FACTOR, { password: PASSWORD });
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(appSecret(address)).toBe(secret);
    expect(decodeURIComponent(new URL(address).pathname)).toBe(`/Firsthand:${mia.email}`);
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({
      issuer: "Firsthand",
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
  });

  test("changes nothing until a code of the newest secret arrives", async () => {
    const older = await mia.send<SecondFactorSecret>("POST", FACTOR, { password: PASSWORD });
    await mia.send<SecondFactorSecret>("POST", FACTOR, { password: PASSWORD });
    const { now } = service.time;
    await expectFailure(await mia.call("PUT", FACTOR, { code: appCode(older.secret, now) }), "WRONG_CODE");
    expect((await mia.read<CurrentManager>("/me")).secondFactor).toEqual({
      onSince: null,
      recoveryCodes: 0,
      isDue: false,
    });
    expect(cookieOf(await signInTo(service, mia.email))).toContain("fhc_");
  });

  test("is answered with ten recovery codes, ends the other sessions, and is in the audit trail", async () => {
    const other = cookieOf(await signInTo(service, mia.email));
    expect((await meOf(other)).status).toBe(200);
    phone = await turnOn(service, mia);
    expect(new Set(phone.recoveryCodes).size).toBe(10);
    for (const code of phone.recoveryCodes) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{6}-?){4}$/);
    expect((await mia.read<CurrentManager>("/me")).secondFactor).toMatchObject({
      recoveryCodes: 10,
      isDue: false,
    });
    await expectFailure(await meOf(other), "UNAUTHORIZED");
    expect(await events(1)).toEqual([["manager.second-factor-on", "by the owner"]]);
  });

  test("cannot be started or confirmed again while it is on, and the secret cannot be read", async () => {
    await expectFailure(await mia.call("POST", FACTOR, { password: PASSWORD }), "SECOND_FACTOR_CHANGED");
    await expectFailure(await mia.call("PUT", FACTOR, { code: phone.next() }), "SECOND_FACTOR_CHANGED");
    const answers = JSON.stringify([await mia.read("/me"), await mia.read("/me/sessions")]);
    expect(answers).not.toContain(phone.secret);
  });
});

describe("signing in", () => {
  beforeAll(async () => {
    await begin();
    phone = await turnOn(service, mia);
  });
  afterAll(end);

  test("by the password alone gives no session, no cookie, and a token that opens nothing (P40)", async () => {
    const response = await signInTo(service, mia.email);
    expect(response.headers.get("set-cookie")).toBeNull();
    const { data } = (await response.json()) as { data: { stepToken: string } };
    expect(Object.keys(data).sort()).toEqual(["expiresAt", "stepToken"]);
    const { stepToken } = data;
    await expectFailure(await meOf(`firsthand-console=${stepToken}`), "UNAUTHORIZED");
    await expectFailure(await service.call("GET", "/v1/manage/me", { token: stepToken }), "UNAUTHORIZED");
    const link = { body: { token: stepToken, password: PASSWORD }, headers: CONSOLE };
    await expectFailure(await service.call("POST", "/v1/manage/auth/link", link), "LINK_REFUSED");
    expect(await events(1)).toEqual([["manager.code-asked", `password ${mia.managerId}`]]);
  });

  test("accepts a code once: a replay is answered like a wrong one (P40)", async () => {
    const code = phone.next();
    const first = await pass(`${code.slice(0, 3)} ${code.slice(3)}`);
    expect((await meOf(cookieOf(first))).status).toBe(200);
    expect(await events(1)).toEqual([["manager.signed-in", "password code"]]);
    service.time.now += 1;
    const replayed = await pass(code);
    await expectFailure(replayed, "WRONG_CODE");
    expect(replayed.headers.get("set-cookie")).toBeNull();
    expect(await events(1)).toEqual([["manager.refused", `wrong-code ${mia.managerId}`]]);
  });

  test("does not accept the code that turned the factor on", async () => {
    const ben = await consoleCaller(service);
    const { shown } = await turnOn(service, ben);
    await expectFailure(await passStep(service, await halfIn(service, ben), shown()), "WRONG_CODE");
  });

  test("accepts one of two who use the same code at once", async () => {
    const code = phone.next();
    const steps = [await halfIn(service, mia), await halfIn(service, mia)];
    const answers = await Promise.all(steps.map((step) => passStep(service, step, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test("accepts one of two who use the same half-finished sign-in at once", async () => {
    const code = phone.next();
    const step = await halfIn(service, mia);
    const answers = await Promise.all([step, step].map((same) => passStep(service, same, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test("accepts the codes one period before and after, not two away, and not from before the last", async () => {
    const at = (periods: number) => appCode(phone.secret, service.time.now + periods * PERIOD_MS);
    service.time.now += 5 * PERIOD_MS;
    for (const periods of [-2, 2]) await expectFailure(await pass(at(periods)), "WRONG_CODE");
    expect((await pass(at(-1))).status).toBe(200);
    expect((await pass(at(1))).status).toBe(200);
    await expectFailure(await pass(at(0)), "WRONG_CODE");
    service.time.now += PERIOD_MS;
  });

  test("accepts a half-finished sign-in once, within five minutes", async () => {
    const step = await halfIn(service, mia);
    await expectFailure(await passStep(service, step, phone.wrong()), "WRONG_CODE");
    expect((await passStep(service, step, phone.next())).status).toBe(200);
    await expectFailure(await passStep(service, step, phone.next()), "SECOND_STEP_OVER");
    const late = await halfIn(service, mia);
    service.time.now += 5 * 60_000;
    await expectFailure(await passStep(service, late, phone.shown()), "SECOND_STEP_OVER");
  });

  test("fails halfway where the password is changed or the account revoked meanwhile", async () => {
    const changed = await halfIn(service, mia);
    await mia.send("PUT", "/me/password", { current: PASSWORD, password: PASSWORD });
    await expectFailure(await passStep(service, changed, phone.next()), "SECOND_STEP_OVER");
    const ben = await consoleCaller(service);
    const { next } = await turnOn(service, ben);
    const revoked = await halfIn(service, ben);
    await service.storage.managers.revoke({ managerId: ben.managerId, at: service.time.now }, []);
    await service.storage.managers.revive(ben.managerId, []);
    await expectFailure(await passStep(service, revoked, next()), "SECOND_STEP_OVER");
  });

  test("by a link that sets a password requires the code too", async () => {
    const admin = await consoleCaller(service, "administrator");
    const { link } = await admin.send<{ link: string }>("POST", `/managers/${mia.managerId}/link`, {
      password: PASSWORD,
    });
    const body = { token: new URL(link).hash.replace("#link=", ""), password: PASSWORD };
    const response = await service.call("POST", "/v1/manage/auth/link", { body, headers: CONSOLE });
    expect(response.headers.get("set-cookie")).toBeNull();
    const { data } = (await response.json()) as { data: { stepToken: string } };
    expect((await passStep(service, data.stepToken, phone.next())).status).toBe(200);
    expect(await events(1)).toEqual([["manager.signed-in", "link code"]]);
  });

  test("from another site is refused at the second step as at the first", async () => {
    const body = { stepToken: await halfIn(service, mia), code: phone.next() };
    const path = "/v1/manage/auth/second-step";
    await expectFailure(await service.call("POST", path, { body }), "FOREIGN_REQUEST");
  });
});

describe("a text typed as a code", () => {
  beforeAll(async () => {
    await begin();
    phone = await turnOn(service, mia);
  });
  afterAll(end);

  test.each([
    "",
    "12345",
    "1234567",
    "١٢٣٤٥٦",
    "１２３４５６",
    "-12345",
    "1e5",
    "0x1234",
    "' or 1=1",
    "\u0000\u0000\u0000\u0000\u0000\u0000",
    "😀😀😀",
    "\ud800",
    "__proto__",
    "A".repeat(24),
    "0".repeat(100),
  ])("is simply wrong: %j", async (code) => {
    await expectFailure(await pass(code), "WRONG_CODE");
    // a correct code resets the count
    expect((await pass(phone.next())).status).toBe(200);
  });

  test.each([["1".repeat(101)], [123456], [null], [["123456"]], [{ toString: "1" }], [undefined]])(
    "is a text of at most a hundred characters, not %j",
    async (code) => {
      await expectFailure(await pass(code), "VALIDATION_ERROR");
    },
  );

  test.each(["", "fhh_", `fhh_${"A".repeat(43)}`, `fhc_${"A".repeat(43)}`, "x".repeat(200), "\u0000"])(
    "needs a half-finished sign-in of ours, not %j",
    async (stepToken) => {
      await expectFailure(await passStep(service, stepToken, phone.next()), "SECOND_STEP_OVER");
    },
  );

  test("is in no log, nor is the secret, a recovery code or a half-finished sign-in", async () => {
    const stepToken = await halfIn(service, mia);
    const code = phone.next();
    await passStep(service, stepToken, code);
    const written =
      service.logLines.join("") + JSON.stringify(await service.storage.audit.listAll({ limit: 500 }));
    for (const secret of [phone.secret, ...phone.recoveryCodes, stepToken, `"${code}"`])
      expect(written).not.toContain(secret);
  });
});

describe("guessing codes", () => {
  beforeAll(async () => {
    await begin();
    phone = await turnOn(service, mia);
  });
  afterAll(end);
  const wrong = (times: number) => Promise.all(Array.from({ length: times }, () => pass(phone.wrong())));

  test("has to wait after ten wrong codes in a row, across sign-ins and at once, and says so", async () => {
    const answers = await wrong(12);
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(422), 429, 429]);
    const right = await pass(phone.shown());
    expect(right.headers.get("retry-after")).toBe("30");
    expect(await expectFailure(right, "TOO_MANY_CODES")).toMatchObject({
      details: [{ path: "code", message: "The next code is looked at in a minute" }],
    });
    const [, ...refusals] = (await events(50)).filter(([kind]) => kind === "manager.refused");
    expect(refusals).toHaveLength(9);
    expect(await events(50)).toContainEqual(["manager.refused", `wrong-code ${mia.managerId} waits 30 s`]);
  });

  test("has to wait twice as long each time, and a right code after the wait ends that", async () => {
    for (const seconds of [60, 120]) {
      service.time.now += (seconds / 2) * 1_000;
      await expectFailure(await pass(phone.wrong()), "WRONG_CODE");
      const waits = await pass(phone.wrong());
      expect(waits.headers.get("retry-after")).toBe(String(seconds));
    }
    service.time.now += 120_000;
    expect((await pass(phone.shown())).status).toBe(200);
    await expectFailure(await pass(phone.wrong()), "WRONG_CODE");
    expect((await pass(phone.next())).status).toBe(200);
  });

  test("does not lock out a person with a recovery code", async () => {
    const fresh = phone.next();
    await wrong(10);
    await expectFailure(await pass(fresh), "TOO_MANY_CODES");
    expect((await pass(phone.recoveryCodes[9])).status).toBe(200);
    expect((await pass(fresh)).status).toBe(200);
  });

  test("has to wait in a session too, where the count continues", async () => {
    const off = (code: string) => mia.call("DELETE", FACTOR, { password: PASSWORD, code });
    const fresh = phone.next();
    for (let count = 0; count < 10; count++) await expectFailure(await off(phone.wrong()), "WRONG_CODE");
    await expectFailure(await off(fresh), "TOO_MANY_CODES");
    await expectFailure(await pass(fresh), "TOO_MANY_CODES");
  });

  test("is limited by address too, whichever account the codes are for", async () => {
    const step = `fhh_${"A".repeat(43)}`;
    await Promise.all(Array.from({ length: 50 }, () => passStep(service, step, "123456")));
    const response = await passStep(service, step, "123456");
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(3_000);
    await expectFailure(response, "RATE_LIMITED");
  });
});

describe("a recovery code", () => {
  beforeAll(async () => {
    await begin();
    phone = await turnOn(service, mia);
  });
  afterAll(end);
  const left = async () => (await mia.read<CurrentManager>("/me")).secondFactor.recoveryCodes;
  const code = (index: number) => phone.recoveryCodes[index] ?? "";

  test("signs in once, however it is typed", async () => {
    const typed = ` ${code(0).toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l")} `;
    expect((await pass(typed)).status).toBe(200);
    expect(await events(1)).toEqual([["manager.signed-in", "password recovery-code"]]);
    await expectFailure(await pass(code(0)), "WRONG_CODE");
    expect(await left()).toBe(9);
  });

  test("accepts one of two who use it at once", async () => {
    const steps = [await halfIn(service, mia), await halfIn(service, mia)];
    const answers = await Promise.all(steps.map((step) => passStep(service, step, code(1))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await left()).toBe(8);
  });

  test("is valid for its own account only", async () => {
    const ben = await consoleCaller(service);
    await turnOn(service, ben);
    await expectFailure(await passStep(service, await halfIn(service, ben), code(2)), "WRONG_CODE");
    expect(await left()).toBe(8);
  });

  test("ends with ten new ones, which require password and code", async () => {
    await expectFailure(
      await mia.call("POST", CODES, { password: "wrong", code: phone.next() }),
      "WRONG_PASSWORD",
    );
    await expectFailure(
      await mia.call("POST", CODES, { password: PASSWORD, code: phone.wrong() }),
      "WRONG_CODE",
    );
    const proof = { password: PASSWORD, code: phone.next() };
    const { recoveryCodes } = await mia.send<{ recoveryCodes: string[] }>("POST", CODES, proof);
    expect(await left()).toBe(10);
    expect(await events(1)).toEqual([["manager.recovery-codes-made", "by the owner"]]);
    await expectFailure(await pass(code(3)), "WRONG_CODE");
    expect((await pass(recoveryCodes[0])).status).toBe(200);
  });
});

describe("turning it off", () => {
  beforeAll(async () => {
    await begin();
    phone = await turnOn(service, mia);
  });
  afterAll(end);

  test("needs password and code, and ends the other sessions (P40)", async () => {
    const other = cookieOf(await pass(phone.next()));
    const off = (password: string, code: string) => mia.call("DELETE", FACTOR, { password, code });
    await expectFailure(await off("wrong", phone.next()), "WRONG_PASSWORD");
    await expectFailure(await off(PASSWORD, phone.wrong()), "WRONG_CODE");
    expect((await meOf(other)).status).toBe(200);
    expect((await off(PASSWORD, phone.next())).status).toBe(200);
    await expectFailure(await meOf(other), "UNAUTHORIZED");
    expect((await mia.read<CurrentManager>("/me")).secondFactor).toMatchObject({
      onSince: null,
      recoveryCodes: 0,
    });
    expect(await events(1)).toEqual([["manager.second-factor-off", "by the owner"]]);
    expect(cookieOf(await signInTo(service, mia.email))).toContain("fhc_");
    await expectFailure(await off(PASSWORD, phone.next()), "SECOND_FACTOR_CHANGED");
    await expectFailure(
      await mia.call("POST", CODES, { password: PASSWORD, code: phone.next() }),
      "SECOND_FACTOR_CHANGED",
    );
  });

  test("leaves no way for the old secret or codes to work again", async () => {
    const old = phone;
    phone = await turnOn(service, mia);
    service.time.now += PERIOD_MS;
    await expectFailure(await pass(old.shown()), "WRONG_CODE");
    await expectFailure(await pass(old.recoveryCodes[0]), "WRONG_CODE");
  });
});

describe("removing it for another account", () => {
  let admin: ConsoleCaller;
  beforeAll(async () => {
    await begin();
    admin = await consoleCaller(service, "administrator");
    phone = await turnOn(service, mia);
  });
  afterAll(end);
  const remove = (managerId: string) =>
    admin.call("DELETE", `/managers/${managerId}/second-factor`, { password: PASSWORD });

  test("is only for administrators, and ends every session of the account, also half-finished ones", async () => {
    const half = await halfIn(service, mia);
    const { managers } = await admin.read<{ managers: object[] }>("/managers");
    expect(managers).toContainEqual(
      expect.objectContaining({ managerId: mia.managerId, hasSecondFactor: true }),
    );
    expect((await remove(mia.managerId)).status).toBe(200);
    expect(await events(1)).toEqual([["manager.second-factor-removed", mia.managerId]]);
    await expectFailure(await mia.call("GET", "/me"), "UNAUTHORIZED");
    await expectFailure(await passStep(service, half, phone.next()), "SECOND_STEP_OVER");
    expect(cookieOf(await signInTo(service, mia.email))).toContain("fhc_");
    await expectFailure(await remove(mia.managerId), "NOT_FOUND");
    await expectFailure(await remove("mg_nobody"), "NOT_FOUND");
  });

  test("is not possible for the caller's own account, nor for a program", async () => {
    const phone = await turnOn(service, admin);
    await expectFailure(await remove(admin.managerId), "OWN_SECOND_FACTOR");
    const { token } = await admin.send<{ token: string }>("POST", "/me/tokens", {
      name: "Robot",
      days: 1,
      scopes: ["clients:read"],
      password: PASSWORD,
      code: phone.next(),
    });
    const path = `/v1/manage/managers/${mia.managerId}/second-factor`;
    await expectFailure(
      await service.call("DELETE", path, { token, body: { password: PASSWORD } }),
      "TOKEN_NOT_ENOUGH",
    );
  });
});
