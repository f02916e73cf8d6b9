import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ClientSignIn } from "#contract/api/calls.ts";
import type { PasskeyFacts } from "#contract/api/passkeys.ts";
import { DAY_MS, MINUTE_MS } from "#contract/instants.ts";
import {
  EXCHANGE_FAILURES_PER_MINUTE,
  PASSKEY_CHALLENGE_MINUTES,
  PASSKEY_LIFETIME_DAYS,
  PASSKEYS_MAX,
} from "#contract/limits.ts";
import { withNewSecret } from "../../server/access-keys/rotate-secret.ts";
import { changeSecrets } from "../../server/access-keys/write-secrets.ts";
import { eraseClient } from "../../server/clients/erase-client.ts";
import { createPasswordHasher } from "../../server/managers/passwords.ts";
import { setPin } from "../../server/pins/set-pin.ts";
import { auditTrail } from "../support/data/audit-trail.ts";
import { type PasskeyDevice, type Performance, passkeyDevice } from "../support/data/passkey-device.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

const ORIGIN = "https://interview.example";
const RP_ID = "interview.example";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
const passwords = createPasswordHasher({ N: 2 ** 10, r: 8, p: 1 });

let service: Service;
let client: { clientId: string; accessKey: string; keyId: string };
beforeEach(async () => {
  service = await startService({ passwords, env: { FIRSTHAND_PUBLIC_URL: ORIGIN } });
  client = await service.addClient();
});
afterEach(() => service.close());

type Answer<Data> = { status: number; code?: string; data: Data };

async function post<Data>(path: string, options: { body?: object; token?: string } = {}) {
  const headers = { "user-agent": IPHONE };
  const response = await service.call("POST", path, { ...options, headers });
  return { status: response.status, ...((await response.json()) as object) } as Answer<Data>;
}

async function signedIn(key: string): Promise<ClientSignIn> {
  const response = await service.call("POST", "/v1/auth/exchange", { body: { key } });
  return ((await response.json()) as { data: ClientSignIn }).data;
}

const signIn = async () => (await signedIn(client.accessKey)).accessToken;
const challengeTo = async (path: string, token?: string) =>
  (await post<{ challenge: string }>(path, token === undefined ? {} : { token })).data.challenge;

/** What the device does with a new challenge. */
async function performance(wrong: Partial<Performance> = {}, token?: string): Promise<Performance> {
  const path = token === undefined ? "/v1/auth/passkey/challenge" : "/v1/auth/passkeys/challenge";
  return { challenge: await challengeTo(path, token), origin: ORIGIN, rpId: RP_ID, ...wrong };
}

async function add(device: PasskeyDevice, token: string, wrong: Partial<Performance> = {}) {
  const passkey = device.make(await performance(wrong, token));
  return post<PasskeyFacts>("/v1/auth/passkeys", { token, body: { passkey } });
}

async function enter(device: PasskeyDevice, wrong: Partial<Performance> = {}, pin?: string) {
  const passkey = device.answer(await performance(wrong));
  return send(passkey, pin);
}

const send = (passkey: object, pin?: string) =>
  post<ClientSignIn>("/v1/auth/passkey", { body: { passkey, ...(pin !== undefined && { pin }) } });

async function added(token?: string) {
  const device = passkeyDevice();
  const { data } = await add(device, token ?? (await signIn()));
  return { device, passkeyId: data.passkeyId };
}

const status = async (token: string) =>
  (await service.call("GET", "/v1/onboarding/status", { token })).status;
const list = async (token: string) => {
  const response = await service.call("GET", "/v1/auth/passkeys", { token });
  return ((await response.json()) as { data: PasskeyFacts[] }).data;
};
const eventsOf = (kind: string) => auditTrail(service).filter((event) => event.kind === kind);

describe("a passkey", () => {
  test("is added in a session, and signs in like the access key", async () => {
    const token = await signIn();
    const device = passkeyDevice();
    const made = await add(device, token);
    expect(made).toMatchObject({ status: 201, data: { device: "iPhone, Safari", lastUsedAt: null } });
    service.time.now += MINUTE_MS;
    const { status: entered, data } = await enter(device);
    expect(entered).toBe(200);
    const byKey = await signedIn(client.accessKey);
    expect(data).toEqual({
      ...byKey,
      accessToken: expect.stringMatching(/^fhs_/),
      expiresAt: new Date(service.time.now + DAY_MS).toISOString(),
    });
    expect(await status(data.accessToken)).toBe(200);
    expect(await list(token)).toEqual([
      { ...made.data, lastUsedAt: new Date(service.time.now).toISOString() },
    ]);
    expect(eventsOf("key.issued")).toContainEqual(
      expect.objectContaining({ actor: client.clientId, detail: "passkey", key_id: made.data.passkeyId }),
    );
  });

  test("also signs in when the access key has expired, until its own year ends", async () => {
    const { device } = await added();
    service.time.now += 200 * DAY_MS;
    expect((await enter(device)).status).toBe(200);
    service.time.now += (PASSKEY_LIFETIME_DAYS - 200) * DAY_MS;
    expect((await enter(device)).code).toBe("PASSKEY_UNKNOWN");
  });

  test("is requested only where the client's other passkeys are not, and by the client's name", async () => {
    const token = await signIn();
    const { device } = await added(token);
    const { data } = await post<object>("/v1/auth/passkeys/challenge", { token });
    expect(data).toMatchObject({
      rp: { id: RP_ID },
      user: { id: Buffer.from(client.clientId).toString("base64url") },
      excludeCredentials: [{ id: device.id, type: "public-key" }],
      authenticatorSelection: {
        authenticatorAttachment: "platform",
        residentKey: "required",
        userVerification: "required",
      },
      attestation: "none",
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: "public-key" })),
    });
  });

  test("requires the PIN of a client who has one, and accepts the same answer again with it", async () => {
    const { device } = await added();
    const actor = { actor: "operator", at: service.time.now };
    const pin = await setPin({ ...service, passwords }, client.clientId, actor);
    const passkey = device.answer(await performance());
    expect((await send(passkey)).code).toBe("PIN_REQUIRED");
    expect((await send(passkey, "000000")).code).toBe("PIN_WRONG");
    expect((await send(passkey, pin)).status).toBe(200);
    expect((await send(passkey, pin)).code).toBe("PASSKEY_REFUSED");
  });

  test("keeps working after a new pepper, and needs no earlier one", async () => {
    const { device } = await added();
    const before = await performance();
    changeSecrets(service.config.secretsFile, (secrets) => withNewSecret(secrets, "pepper"));
    expect((await send(device.answer(before))).status).toBe(200);
    await signedIn(client.accessKey);
    const uses = await service.storage.accessKeys.listPepperUses(service.time.now);
    expect(uses.map(({ pepperId, keys }) => [pepperId, keys])).toEqual([["p2", 1]]);
  });
});

describe("a sign-in is refused", () => {
  test.each<[string, Partial<Performance>]>([
    ["another origin", { origin: "https://interview.example.evil" }],
    ["another server", { rpId: "evil.example" }],
    ["a device that did not ask who it is", { isVerified: false }],
    ["an answer that adds a passkey", { type: "webauthn.create" }],
    ["a made-up challenge", { challenge: Buffer.from("1.2.p1.4").toString("base64url") }],
    ["an empty challenge", { challenge: "" }],
  ])("with %s", async (_, wrong) => {
    const { device } = await added();
    expect((await enter(device, wrong)).code).toBe("PASSKEY_REFUSED");
    expect(eventsOf("key.refused")).toEqual([expect.objectContaining({ detail: "wrong passkey" })]);
  });

  test("with the challenge that was for adding a passkey", async () => {
    const token = await signIn();
    const { device } = await added(token);
    const challenge = await challengeTo("/v1/auth/passkeys/challenge", token);
    expect((await enter(device, { challenge })).code).toBe("PASSKEY_REFUSED");
  });

  test("with an expired challenge", async () => {
    const { device } = await added();
    const passkey = device.answer(await performance());
    service.time.now += PASSKEY_CHALLENGE_MINUTES * MINUTE_MS;
    expect((await send(passkey)).code).toBe("PASSKEY_REFUSED");
  });

  test("with an answer that was sent before, also many at once", async () => {
    const { device } = await added();
    const passkey = device.answer(await performance());
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(passkey)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await service.storage.accessKeys.dropOldChallenges(service.time.now);
    expect((await send(passkey)).code).toBe("PASSKEY_REFUSED");
  });

  test("with the signature of another passkey", async () => {
    const { device } = await added();
    const { response } = passkeyDevice(device.id).answer(await performance());
    const { data, code } = await send({ ...device.answer(await performance()), response });
    expect({ data, code }).toEqual({ data: undefined, code: "PASSKEY_REFUSED" });
  });

  test("with a copied authenticator, whose counter goes backwards", async () => {
    const { device } = await added();
    expect((await enter(device, { uses: 7 })).status).toBe(200);
    expect((await enter(device, { uses: 7 })).code).toBe("PASSKEY_REFUSED");
    expect((await enter(device, { uses: 8 })).status).toBe(200);
  });

  test("with a passkey that was never added, and repeated tries have to wait", async () => {
    const device = passkeyDevice();
    for (let time = 0; time < EXCHANGE_FAILURES_PER_MINUTE; time++)
      expect((await enter(device)).code).toBe("PASSKEY_UNKNOWN");
    expect((await enter(device)).code).toBe("RATE_LIMITED");
  });

  test.each<[string, object]>([
    ["nothing", {}],
    ["no response", { passkey: { id: "a", rawId: "a", type: "public-key", clientExtensionResults: {} } }],
    ["a passkey that is a text", { passkey: "a" }],
  ])("with %s", async (_, body) => {
    expect((await post("/v1/auth/passkey", { body })).code).toBe("VALIDATION_ERROR");
  });

  test("with the secret with which a device opens its draft: the server does not accept it", async () => {
    const { device } = await added();
    const passkey = { ...device.answer(await performance()), clientExtensionResults: { prf: "secret" } };
    expect((await send(passkey)).code).toBe("VALIDATION_ERROR");
  });

  test.each([
    ["id", "é"],
    ["id", "a".repeat(1_401)],
    ["type", "password"],
  ])("with %s = %s", async (part, value) => {
    const passkey = { ...passkeyDevice().answer(await performance()), [part]: value };
    expect((await send(passkey)).code).toBe("VALIDATION_ERROR");
  });
});

describe("a passkey is not added", () => {
  test.each<[string, Partial<Performance>]>([
    ["of another origin", { origin: "https://evil.example" }],
    ["of another server", { rpId: "evil.example" }],
    ["by a device that did not ask who it is", { isVerified: false }],
    ["without a challenge of ours", { challenge: "YQ" }],
  ])("%s", async (_, wrong) => {
    const token = await signIn();
    expect((await add(passkeyDevice(), token, wrong)).code).toBe("PASSKEY_NOT_ADDED");
    expect(await list(token)).toEqual([]);
  });

  test("with the challenge of another client", async () => {
    const other = await service.addClient("Ben's Books");
    const { accessToken } = await signedIn(other.accessKey);
    const challenge = await challengeTo("/v1/auth/passkeys/challenge", accessToken);
    expect((await add(passkeyDevice(), await signIn(), { challenge })).code).toBe("PASSKEY_NOT_ADDED");
  });

  test("twice, by any client", async () => {
    const { device } = await added();
    expect((await add(device, await signIn())).code).toBe("PASSKEY_NOT_ADDED");
    const other = await service.addClient("Ben's Books");
    const { accessToken } = await signedIn(other.accessKey);
    expect((await add(device, accessToken)).code).toBe("PASSKEY_NOT_ADDED");
  });

  test("without a session", async () => {
    const body = { passkey: passkeyDevice().make({ challenge: "YQ", origin: ORIGIN, rpId: RP_ID }) };
    expect((await post("/v1/auth/passkeys", { body })).code).toBe("UNAUTHORIZED");
    expect((await post("/v1/auth/passkeys/challenge")).code).toBe("UNAUTHORIZED");
  });
});

describe("ending a passkey", () => {
  test("is possible for the client, and ends its sessions and no other", async () => {
    const token = await signIn();
    const { device, passkeyId } = await added(token);
    const { data } = await enter(device);
    const drop = () => service.call("DELETE", `/v1/auth/passkeys/${passkeyId}`, { token });
    expect((await drop()).status).toBe(200);
    await expectFailure(await drop(), "NOT_FOUND");
    expect(await status(data.accessToken)).toBe(401);
    expect(await status(token)).toBe(200);
    expect((await enter(device)).code).toBe("PASSKEY_UNKNOWN");
    expect(await list(token)).toEqual([]);
  });

  test("is not possible for another client", async () => {
    const { device, passkeyId } = await added();
    const other = await service.addClient("Ben's Books");
    const { accessToken } = await signedIn(other.accessKey);
    const dropped = await service.call("DELETE", `/v1/auth/passkeys/${passkeyId}`, { token: accessToken });
    await expectFailure(dropped, "NOT_FOUND");
    expect((await enter(device)).status).toBe(200);
  });

  test("happens when any key of the client is revoked", async () => {
    const { device, passkeyId } = await added();
    const { data } = await enter(device);
    const event = { at: service.time.now, kind: "key.revoked", actor: "operator" } as const;
    await service.storage.accessKeys.revoke(client.keyId, service.time.now, [
      { ...event, clientId: client.clientId, keyId: client.keyId },
    ]);
    expect(await status(data.accessToken)).toBe(401);
    expect((await enter(device)).code).toBe("PASSKEY_UNKNOWN");
    expect(eventsOf("key.revoked").map(({ key_id }) => key_id)).toEqual([client.keyId, passkeyId]);
  });

  test("happens when the client is erased, and nothing of it stays", async () => {
    const { device } = await added();
    await eraseClient(service, {
      clientId: client.clientId,
      at: service.time.now,
      by: { actor: "operator" },
    });
    expect((await enter(device)).code).toBe("PASSKEY_UNKNOWN");
  });

  test("happens to the oldest one where there are too many", async () => {
    const token = await signIn();
    const first = await added(token);
    for (let count = 1; count < PASSKEYS_MAX; count++) {
      service.time.now += 1_000;
      await added(token);
    }
    expect((await enter(first.device)).status).toBe(200);
    service.time.now += 1_000;
    const last = await added(token);
    expect((await enter(first.device)).code).toBe("PASSKEY_UNKNOWN");
    expect((await enter(last.device)).status).toBe(200);
    expect(await list(token)).toHaveLength(PASSKEYS_MAX);
  });
});

describe("where browsers have no passkeys", () => {
  test.each(["http://192.0.2.7:8080", "https://192.0.2.7", "https://[2001:db8::7]", "http://127.0.0.1:9"])(
    "at %s, each call says so",
    async (publicUrl) => {
      await service.close();
      service = await startService({
        env: { FIRSTHAND_PUBLIC_URL: publicUrl, FIRSTHAND_INSECURE_HTTP: "1" },
      });
      client = await service.addClient();
      expect((await post("/v1/auth/passkey/challenge")).code).toBe("PASSKEYS_OFF");
      const token = await signIn();
      expect((await post("/v1/auth/passkeys/challenge", { token })).code).toBe("PASSKEYS_OFF");
      expect(await list(token)).toEqual([]);
    },
  );
});
