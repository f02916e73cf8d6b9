import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client, SetPin } from "#contract/manage/clients.ts";
import { auditTrail } from "../../support/data/audit-trail.ts";
import { type ConsoleCaller, consoleCaller, signInClientOf } from "../../support/data/console-caller.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

let service: Service;
let mia: ConsoleCaller;
let other: ConsoleCaller;
let rosa: Awaited<ReturnType<typeof signInClientOf>>;
beforeAll(async () => {
  service = await startService({ env: { FIRSTHAND_TRUST_PROXY: "127.0.0.0/8, ::1" } });
  mia = await consoleCaller(service);
  other = await consoleCaller(service);
  rosa = await signInClientOf(service, mia);
});
afterAll(() => service.close());

const seen = () => mia.read<Client>(`/clients/${rosa.clientId}`);
const path = (rest: string) => `/clients/${rosa.clientId}/${rest}`;
let caller = 0;
const exchange = (more: object = {}) =>
  service.call("POST", "/v1/auth/exchange", {
    body: { key: rosa.accessKey, ...more },
    headers: { "x-forwarded-for": `198.51.100.${caller++}` },
  });
async function signIn(): Promise<string> {
  const response = await exchange();
  return ((await response.json()) as { data: { accessToken: string } }).data.accessToken;
}
const isIn = async (token: string) =>
  (await service.call("GET", "/v1/onboarding/status", { token })).status === 200;

describe("a client's sessions", () => {
  test("are listed beside the keys, without any token", async () => {
    const token = await signIn();
    const { sessions } = await seen();
    expect(sessions).toHaveLength(2);
    expect(Object.keys(sessions[0] ?? {}).sort()).toEqual([
      "begunAt",
      "device",
      "keyId",
      "lastUsedAt",
      "sessionId",
    ]);
    expect(sessions.map(({ keyId }) => keyId)).toEqual([rosa.keyId, rosa.keyId]);
    expect(JSON.stringify(sessions)).not.toContain(token);
  });

  test("are ended by their manager, one by one or all, and the audit trail says by whom", async () => {
    const tokens = [await signIn(), await signIn()];
    const [newest] = (await seen()).sessions;
    await mia.send("DELETE", path(`sessions/${newest?.sessionId}`));
    expect(await Promise.all(tokens.map(isIn))).toEqual([true, false]);
    expect(auditTrail(service).at(-1)).toMatchObject({
      kind: "session.ended",
      actor: mia.managerId,
      client_id: rosa.clientId,
      detail: newest?.sessionId,
    });
    await expectFailure(await mia.call("DELETE", path(`sessions/${newest?.sessionId}`)), "NOT_FOUND");
    await mia.send("DELETE", path("sessions"));
    expect((await seen()).sessions).toEqual([]);
    expect(await isIn(rosa.token)).toBe(false);
  });

  test("of one client cannot be ended in the name of another", async () => {
    const theirs = await signInClientOf(service, other, "Ben");
    const [session] = (await other.read<Client>(`/clients/${theirs.clientId}`)).sessions;
    await expectFailure(await mia.call("DELETE", path(`sessions/${session?.sessionId}`)), "NOT_FOUND");
    expect(await isIn(theirs.token)).toBe(true);
  });
});

describe("a client's PIN", () => {
  test("is made by the server, shown once, replaced and removed", async () => {
    expect((await seen()).pin).toEqual({ state: "none", setAt: null, stoppedAt: null });
    const { pin } = await mia.send<SetPin>("POST", path("pin"));
    expect(pin).toMatch(/^\d{6}$/);
    const at = new Date(service.time.now).toISOString();
    const client = await seen();
    expect(client.pin).toEqual({ state: "set", setAt: at, stoppedAt: null });
    expect(JSON.stringify(client)).not.toContain(pin);
    await expectFailure(await exchange(), "PIN_REQUIRED");
    expect((await exchange({ pin })).status).toBe(200);
    const second = await mia.send<SetPin>("POST", path("pin"));
    expect((await exchange(second)).status).toBe(200);
    await mia.send("DELETE", path("pin"));
    expect((await exchange()).status).toBe(200);
    const kinds = auditTrail(service).map(({ kind, actor }) => [kind, actor]);
    expect(kinds.filter(([kind]) => kind?.startsWith("pin."))).toEqual([
      ["pin.set", mia.managerId],
      ["pin.set", mia.managerId],
      ["pin.removed", mia.managerId],
    ]);
    expect(JSON.stringify(auditTrail(service))).not.toContain(pin);
  });

  test("that was guessed too often is shown as stopped, since when, until there is a new one", async () => {
    const { pin } = await mia.send<SetPin>("POST", path("pin"));
    const wrong = String((Number(pin) + 1) % 1_000_000).padStart(6, "0");
    for (let time = 0; time < 10; time++) await exchange({ pin: wrong });
    const at = new Date(service.time.now).toISOString();
    expect((await seen()).pin).toMatchObject({ state: "stopped", stoppedAt: at });
    await mia.send("POST", path("pin"));
    expect((await seen()).pin).toMatchObject({ state: "set", stoppedAt: null });
    await mia.send("DELETE", path("pin"));
    await mia.send("DELETE", path("pin"));
  });

  test("cannot be chosen by the caller", async () => {
    const { pin } = await mia.send<SetPin>("POST", path("pin"), { pin: "000000" });
    expect((await exchange({ pin })).status).toBe(200);
    await mia.send("DELETE", path("pin"));
  });

  test("is removed with the client", async () => {
    const ben = await signInClientOf(service, mia, "Ben");
    await mia.send("POST", `/clients/${ben.clientId}/pin`);
    const administrator = await consoleCaller(service, "administrator");
    await administrator.send("DELETE", `/clients/${ben.clientId}`, { name: "Ben" });
    expect(await service.storage.pins.find(ben.clientId)).toBeUndefined();
  });
});
