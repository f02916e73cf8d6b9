import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PIN_TRIES_MAX } from "#contract/limits.ts";
import { createPasswordHasher } from "../../server/managers/passwords.ts";
import { removePin, setPin } from "../../server/pins/set-pin.ts";
import { auditTrail } from "../support/data/audit-trail.ts";
import { expectFailure } from "../support/security/failures.ts";
import { mistypedKey, sameIdOtherSecret, unknownKey } from "../support/security/wrong-keys.ts";
import { type Service, startService } from "../support/service/service.ts";

const passwords = createPasswordHasher({ N: 2 ** 10, r: 8, p: 1 });

let service: Service;
let accessKey: string;
let clientId: string;
let keyId: string;
let pin: string;
beforeEach(async () => {
  service = await startService({ passwords, env: { FIRSTHAND_TRUST_PROXY: "127.0.0.0/8, ::1" } });
  ({ accessKey, clientId, keyId } = await service.addClient());
  pin = await makePin();
});
afterEach(() => service.close());

const actor = () => ({ actor: "operator", at: service.time.now });

async function makePin(): Promise<string> {
  const made = await setPin({ ...service, passwords }, clientId, actor());
  if (!made) throw new Error("The client is gone");
  return made;
}

let caller = 0;
/** Each call comes from its own address, so that only the PIN's own limit applies. */
function exchange(body: object, address = `198.51.100.${caller++ % 250}`) {
  return service.call("POST", "/v1/auth/exchange", { body, headers: { "x-forwarded-for": address } });
}
const enter = (entered: unknown) => exchange({ key: accessKey, pin: entered });
const wrongPin = () => String((Number(pin) + 1) % 1_000_000).padStart(6, "0");
async function enterWrong(times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time++) statuses.push((await enter(wrongPin())).status);
  return statuses;
}
const eventsOf = (kind: string) => auditTrail(service).filter((event) => event.kind === kind);

describe("a client with a PIN", () => {
  test("has to enter it after the right key, and signs in with both", async () => {
    await expectFailure(await exchange({ key: accessKey }), "PIN_REQUIRED");
    expect(eventsOf("session.opened")).toEqual([]);
    const response = await enter(pin);
    expect(response.status).toBe(200);
    expect(Object.keys(((await response.json()) as { data: object }).data)).toEqual([
      "accessToken",
      "clientId",
      "clientName",
      "expiresAt",
      "draftKey",
      "interviews",
    ]);
  });

  test.each<[string, (pin: string) => string]>([
    ["with a space in its midst", (text) => `${text.slice(0, 3)} ${text.slice(3)}`],
    ["with dashes", (text) => [...text].join("-")],
    ["with white space around it", (text) => `\n${text}\u00a0`],
    [
      "in full-width digits",
      (text) => [...text].map((digit) => "０１２３４５６７８９"[Number(digit)]).join(""),
    ],
  ])("can type it %s", async (_, spell) => {
    expect((await enter(spell(pin))).status).toBe(200);
  });

  test.each([
    ["an empty one", "", "PIN_REQUIRED"],
    ["spaces", "   ", "PIN_REQUIRED"],
    ["five digits", "12345", "PIN_WRONG"],
    ["seven digits", "1234567", "PIN_WRONG"],
    ["letters", "abcdef", "PIN_WRONG"],
    ["a number that is no integer", "1e5.00", "PIN_WRONG"],
    ["a number for text", 123_456, "VALIDATION_ERROR"],
    ["null", null, "VALIDATION_ERROR"],
    ["a list", ["123456"], "VALIDATION_ERROR"],
    ["a long text", "1".repeat(51), "VALIDATION_ERROR"],
  ] as const)("sees what is wrong with %s, which uses up no try", async (_, entered, code) => {
    await expectFailure(await enter(entered), code);
    expect(await service.storage.pins.find(clientId)).toMatchObject({ tries: 0, stoppedAt: null });
    expect((await enter(pin)).status).toBe(200);
  });

  test("is notified of a wrong one, which the audit trail lists by the key's public part", async () => {
    await expectFailure(await enter(wrongPin()), "PIN_WRONG");
    expect(eventsOf("pin.refused")).toMatchObject([
      { actor: "nobody", client_id: clientId, key_id: keyId, detail: null },
    ]);
    expect(JSON.stringify(auditTrail(service))).not.toContain(wrongPin());
  });

  test("has ten tries in a row; a right one resets the count", async () => {
    expect(await enterWrong(PIN_TRIES_MAX - 1)).toEqual(Array(PIN_TRIES_MAX - 1).fill(401));
    expect((await enter(pin)).status).toBe(200);
    expect(await enterWrong(PIN_TRIES_MAX)).toEqual([...Array(PIN_TRIES_MAX - 1).fill(401), 403]);
    await expectFailure(await enter(pin), "PIN_STOPPED");
    await expectFailure(await exchange({ key: accessKey }), "PIN_STOPPED");
    expect(eventsOf("pin.stopped")).toMatchObject([
      { client_id: clientId, key_id: keyId, detail: "10 wrong" },
    ]);
    expect(await service.storage.pins.find(clientId)).toMatchObject({ stoppedAt: service.time.now });
  });

  test("signs in again with a new one, and with the key alone once it is removed", async () => {
    const old = pin;
    await enterWrong(PIN_TRIES_MAX);
    pin = await makePin();
    expect((await enter(pin)).status).toBe(200);
    if (old !== pin) await expectFailure(await enter(old), "PIN_WRONG");
    expect(await removePin(service, clientId, actor())).toBe(true);
    expect((await exchange({ key: accessKey })).status).toBe(200);
    expect((await enter("999999")).status).toBe(200);
    expect(eventsOf("pin.set")).toHaveLength(2);
    expect(eventsOf("pin.removed")).toHaveLength(1);
  });

  test("keeps the open sessions when one is set", async () => {
    await removePin(service, clientId, actor());
    const opened = (await (await exchange({ key: accessKey })).json()) as { data: { accessToken: string } };
    await makePin();
    const token = opened.data.accessToken;
    expect((await service.call("GET", "/v1/onboarding/status", { token })).status).toBe(200);
  });
});

test("simultaneous right PINs are all accepted", async () => {
  const answers = await Promise.all(Array.from({ length: 15 }, () => enter(pin)));
  expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(200));
});

test("of a hundred simultaneous wrong PINs, ten are checked", async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => enter(wrongPin())));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401).length).toBeLessThan(PIN_TRIES_MAX);
  // the other calls: stopped, over the limit for the key, or too many at once
  expect(statuses.filter((status) => [403, 429, 503].includes(status)).length).toBeGreaterThan(90);
  expect(eventsOf("pin.refused")).toHaveLength(PIN_TRIES_MAX);
  expect(eventsOf("pin.stopped")).toHaveLength(1);
});

test("wrong PINs count as failures of their address, while right ones are still accepted from there", async () => {
  const from = (entered: string) => exchange({ key: accessKey, pin: entered }, "203.0.113.5");
  for (let time = 0; time < 8; time++) await exchange({ key: unknownKey() }, "203.0.113.5");
  expect((await from(wrongPin())).status).toBe(401);
  expect((await from("12345")).status).toBe(401);
  await expectFailure(await from(wrongPin()), "RATE_LIMITED");
  expect((await from(pin)).status).toBe(200);
});

test("a wrong key is answered the same way with or without a PIN", async () => {
  const other = await service.addClient("Ben");
  const bodies = new Set<string>();
  const revoked = await service.addClient("Cara");
  await setPin({ ...service, passwords }, revoked.clientId, actor());
  await service.storage.accessKeys.revoke(revoked.keyId, service.time.now, []);
  const keys = [accessKey, other.accessKey].flatMap((key) => [sameIdOtherSecret(key), mistypedKey(key)]);
  for (const key of [...keys, revoked.accessKey, unknownKey()]) {
    for (const more of [{}, { pin }, { pin: "" }]) {
      const response = await exchange({ key, ...more });
      const { requestId: _, ...body } = await expectFailure(response, "INVALID_ACCESS_KEY");
      bodies.add(JSON.stringify([body, [...response.headers.keys()].sort()]));
    }
  }
  expect(bodies.size).toBe(1);
  expect(await service.storage.pins.find(clientId)).toMatchObject({ tries: 0 });
});

test("when too many sign in at once, the client gets a message about that, and no try is lost", async () => {
  const busy = createPasswordHasher({ N: 2 ** 10, r: 8, p: 1 });
  const stored = await service.storage.pins.find(clientId);
  const full = {
    ...busy,
    pins: {
      ...busy.pins,
      verify: () =>
        Promise.all(Array.from({ length: 60 }, () => busy.pins.verify("x", stored?.pinHash))).then(
          () => true,
        ),
    },
  };
  const crowded = await startService({ passwords: full, storage: service.storage, secrets: service.secrets });
  const response = await crowded.call("POST", "/v1/auth/exchange", { body: { key: accessKey, pin } });
  await expectFailure(response, "SIGN_IN_BUSY");
  expect(response.headers.get("retry-after")).toBe("10");
  expect(await service.storage.pins.find(clientId)).toMatchObject({ tries: 0 });
  await crowded.close();
});

test("a key revoked while the PIN is being checked opens nothing", async () => {
  const slow = {
    ...passwords,
    pins: {
      ...passwords.pins,
      async verify(entered: string, stored: string | null | undefined) {
        await service.storage.accessKeys.revoke(keyId, service.time.now, []);
        return passwords.pins.verify(entered, stored);
      },
    },
  };
  const meanwhile = await startService({
    passwords: slow,
    storage: service.storage,
    secrets: service.secrets,
  });
  const response = await meanwhile.call("POST", "/v1/auth/exchange", { body: { key: accessKey, pin } });
  await expectFailure(response, "INVALID_ACCESS_KEY");
  expect(await service.storage.sessions.list(clientId, { now: 0, idleMs: 1 })).toEqual([]);
  await meanwhile.close();
});

test("the PIN is nowhere readable: not in the database, the log or the audit trail", async () => {
  await enter(wrongPin());
  await enter(pin);
  const stored = await service.storage.pins.find(clientId);
  expect(stored?.pinHash).toMatch(/^scrypt\$/);
  for (const text of [JSON.stringify(stored), service.logLines.join(), JSON.stringify(auditTrail(service))])
    expect(text.includes(`"${pin}"`) || text.includes(`:${pin}`)).toBe(false);
});

test("the same PIN of two clients is stored as two different texts, and neither opens the other's record", async () => {
  const one = await service.storage.pins.find(clientId);
  const ben = await service.addClient("Ben");
  await service.storage.pins.put(
    { clientId: ben.clientId, pinHash: one?.pinHash ?? "", pepperId: one?.pepperId ?? "", setAt: 0 },
    [],
  );
  await expectFailure(await exchange({ key: ben.accessKey, pin }), "PIN_WRONG");
});
