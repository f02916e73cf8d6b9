import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListedSession } from "#contract/manage/sessions.ts";
import {
  browserCookieOf,
  CONSOLE,
  type ConsoleCaller,
  consoleCaller,
  cookieOf,
  PASSWORD,
} from "../../support/data/console-caller.ts";
import { turnOn } from "../../support/data/second-factor.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";

let service: Service;
let mia: ConsoleCaller;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const signInBy = async (userAgent: string) => {
  const body = { email: mia.email, password: PASSWORD };
  const headers = { ...CONSOLE, "user-agent": userAgent };
  return cookieOf(await service.call("POST", "/v1/manage/auth/sign-in", { body, headers }));
};
const meOf = (cookie: string) => service.call("GET", "/v1/manage/me", { headers: { ...CONSOLE, cookie } });
const listed = async () => (await mia.read<{ sessions: ListedSession[] }>("/me/sessions")).sessions;

describe("a manager's own sessions", () => {
  beforeAll(async () => {
    mia = await consoleCaller(service);
  });

  test("are listed, this one first, with device and place in few words, and without tokens", async () => {
    service.time.now += 60_000;
    const cookie = await signInBy(FIREFOX);
    service.time.now += 60_000;
    await signInBy(SAFARI);
    const sessions = await listed();
    expect(sessions).toMatchObject([
      { isThis: true, way: "link", device: null },
      { isThis: false, way: "password", address: "127.0.0.0/24", device: "Safari on iPhone" },
      { isThis: false, way: "password", device: "Firefox on Windows" },
    ]);
    expect(Date.parse(sessions[1]?.begunAt ?? "")).toBe(service.time.now);
    const answer = JSON.stringify(sessions);
    expect(answer).not.toContain("Gecko");
    expect(answer).not.toContain(cookie.split("=")[1] ?? "none");
    for (const { sessionId } of sessions) {
      expect(sessionId).toMatch(/^se_[0-9a-f]{20}$/);
      await expectFailure(await meOf(`firsthand-console=${sessionId}`), "UNAUTHORIZED");
    }
  });

  test("have the owner's own name for a device, which stays with the browser until it is removed", async () => {
    const first = await signInBy(FIREFOX);
    expect(first).toContain("fhc_");
    const body = { email: mia.email, password: PASSWORD };
    const signIn = (cookie: string) =>
      service.call("POST", "/v1/manage/auth/sign-in", {
        body,
        headers: { ...CONSOLE, "user-agent": SAFARI, cookie },
      });
    service.time.now += 60_000;
    const browser = browserCookieOf(await signIn(""));
    const [, newest] = await listed();
    const path = `/me/sessions/${newest?.sessionId}`;
    await mia.send("PATCH", path, { label: "  Mia’s phone " });
    expect((await listed())[1]).toMatchObject({ label: "Mia’s phone", device: "Safari on iPhone" });
    service.time.now += 60_000;
    await signIn(browser);
    expect((await listed()).filter(({ label }) => label === "Mia’s phone")).toHaveLength(2);
    await mia.send("PATCH", path, { label: null });
    expect((await listed()).every(({ label }) => label === null)).toBe(true);
    const [event] = await service.storage.audit.listAll({ limit: 1 });
    expect(event).toMatchObject({ kind: "manager.device-named", actor: mia.managerId });
    expect(JSON.stringify(event)).not.toContain("phone");

    for (const label of ["", " ", "x".repeat(61), "a\u0000b", 7, undefined, ["x"], {}])
      await expectFailure(await mia.call("PATCH", path, { label }), "VALIDATION_ERROR");
    await expectFailure(await mia.call("PATCH", path, { label: "x", device: "y" }), "VALIDATION_ERROR");
    await expectFailure(await mia.call("PATCH", "/me/sessions/se_none", { label: "x" }), "NOT_FOUND");
    const ben = await consoleCaller(service);
    await expectFailure(await ben.call("PATCH", path, { label: "Ben’s" }), "NOT_FOUND");
    expect((await listed()).every(({ label }) => label === null)).toBe(true);
  });

  test("are ended one by one, including this one", async () => {
    const cookie = await signInBy(FIREFOX);
    const other = (await listed()).find(({ device, isThis }) => !isThis && device === "Firefox on Windows");
    expect((await meOf(cookie)).status).toBe(200);
    const before = (await listed()).length;
    await mia.send("DELETE", `/me/sessions/${other?.sessionId}`);
    expect(await listed()).toHaveLength(before - 1);
    await expectFailure(await mia.call("DELETE", `/me/sessions/${other?.sessionId}`), "NOT_FOUND");
    const own = (await listed()).find(({ isThis }) => isThis);
    await mia.send("DELETE", `/me/sessions/${own?.sessionId}`);
    await expectFailure(await mia.call("GET", "/me"), "UNAUTHORIZED");
  });

  test("are ended all at once except this one, and the audit trail says so", async () => {
    mia = await consoleCaller(service);
    const others = [await signInBy(FIREFOX), await signInBy(SAFARI)];
    service.time.now += 1;
    expect(await mia.send("DELETE", "/me/sessions")).toEqual({ ended: 2 });
    for (const cookie of others) await expectFailure(await meOf(cookie), "UNAUTHORIZED");
    expect(await listed()).toMatchObject([{ isThis: true }]);
    const [event] = await service.storage.audit.listAll({ limit: 1 });
    expect(event).toMatchObject({ kind: "manager.sessions-ended", actor: mia.managerId });
    expect(await mia.send("DELETE", "/me/sessions")).toEqual({ ended: 0 });
    expect((await service.storage.audit.listAll({ limit: 1 }))[0]?.eventId).toBe(event?.eventId);
  });

  test("that have expired are not listed and not kept", async () => {
    await signInBy(FIREFOX);
    service.time.now += 7 * 3_600_000;
    await mia.call("GET", "/me");
    await expect
      .poll(async () => (await service.storage.managers.find(mia.managerId))?.lastUsedAt)
      .toBe(service.time.now);
    service.time.now += 3_600_000;
    expect(await listed()).toMatchObject([{ isThis: true }]);
  });

  test.each(["se_", "../../sessions", "%00", "se_00000000000000000000"])("do not include %s", async (id) => {
    await expectFailure(await mia.call("DELETE", `/me/sessions/${encodeURIComponent(id)}`), "NOT_FOUND");
  });
});

describe("another manager's sessions", () => {
  let admin: ConsoleCaller;
  beforeAll(async () => {
    mia = await consoleCaller(service);
    admin = await consoleCaller(service, "administrator");
  });

  test("can be neither seen nor ended by their ids", async () => {
    const ben = await consoleCaller(service);
    const [{ sessionId } = { sessionId: "" }] = await listed();
    await expectFailure(await ben.call("DELETE", `/me/sessions/${sessionId}`), "NOT_FOUND");
    expect(JSON.stringify(await ben.read("/me/sessions"))).not.toContain(sessionId);
    expect((await mia.call("GET", "/me")).status).toBe(200);
  });

  test("are all ended by an administrator, also in an open tab", async () => {
    const cookie = await signInBy(FIREFOX);
    const end = () => admin.call("DELETE", `/managers/${mia.managerId}/sessions`);
    expect(await (await end()).json()).toEqual({ data: { ended: 2 } });
    for (const dead of [cookie, mia.cookie]) await expectFailure(await meOf(dead), "UNAUTHORIZED");
    expect(await (await end()).json()).toEqual({ data: { ended: 0 } });
    expect((await meOf(await signInBy(FIREFOX))).status).toBe(200);
    await expectFailure(await admin.call("DELETE", "/managers/mg_nobody/sessions"), "NOT_FOUND");
  });
});

test("a program's token can neither see nor end sessions", async () => {
  const { token } = await (await consoleCaller(service)).send<{ token: string }>("POST", "/me/tokens", {
    name: "Robot",
    days: 1,
    scopes: ["clients:read"],
    password: PASSWORD,
  });
  for (const [method, path] of [
    ["GET", ""],
    ["DELETE", ""],
    ["DELETE", "/se_1"],
  ] as const)
    await expectFailure(
      await service.call(method, `/v1/manage/me/sessions${path}`, { token }),
      "TOKEN_NOT_ENOUGH",
    );
});

describe("a stolen cookie (P40)", () => {
  test("is of no use to a page of another site, and can be ended by its owner", async () => {
    mia = await consoleCaller(service);
    const stolen = await signInBy("A thief's own browser");
    const elsewhere = { headers: { cookie: stolen, "sec-fetch-site": "cross-site" } };
    await expectFailure(await service.call("GET", "/v1/manage/me", elsewhere), "FOREIGN_REQUEST");
    const thiefs = (await listed()).find(({ isThis }) => !isThis);
    await mia.send("DELETE", `/me/sessions/${thiefs?.sessionId}`);
    await expectFailure(await meOf(stolen), "UNAUTHORIZED");
  });

  test("cannot set up, turn off or bypass the second factor, and ends when one is turned on", async () => {
    mia = await consoleCaller(service);
    const stolen = await signInBy(FIREFOX);
    const asThief = (method: string, path: string, body?: object) =>
      service.call(method, `/v1/manage/me${path}`, { headers: { ...CONSOLE, cookie: stolen }, body });
    await expectFailure(await asThief("POST", "/second-factor", { password: "guess" }), "WRONG_PASSWORD");
    const phone = await turnOn(service, mia);
    await expectFailure(await asThief("GET", ""), "UNAUTHORIZED");
    const proof = { password: "guess", code: phone.next() };
    await expectFailure(await mia.call("DELETE", "/me/second-factor", proof), "WRONG_PASSWORD");
    await expectFailure(await mia.call("POST", "/me/second-factor/recovery-codes", proof), "WRONG_PASSWORD");
  });
});
