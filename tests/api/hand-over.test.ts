import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ClientSignIn } from "#contract/api/calls.ts";
import { HOUR_MS, MINUTE_MS } from "#contract/instants.ts";
import { HAND_OVER_MINUTES, HAND_OVERS_PER_WINDOW } from "#contract/limits.ts";
import { createPasswordHasher } from "../../server/managers/passwords.ts";
import { setPin } from "../../server/pins/set-pin.ts";
import { auditTrail } from "../support/data/audit-trail.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

const passwords = createPasswordHasher({ N: 2 ** 10, r: 8, p: 1 });
const KEY = /#key=(fh_[0-9A-Z_]+)$/;

let service: Service;
let client: { clientId: string; accessKey: string; keyId: string };
let token: string;
beforeEach(async () => {
  service = await startService({ passwords });
  client = await service.addClient();
  ({ accessToken: token } = await signedIn(client.accessKey));
});
afterEach(() => service.close());

async function signedIn(key: string): Promise<ClientSignIn> {
  const response = await service.call("POST", "/v1/auth/exchange", { body: { key } });
  return ((await response.json()) as { data: ClientSignIn }).data;
}

async function handOver(asker = token) {
  const response = await service.call("POST", "/v1/auth/hand-over", { token: asker });
  const { data } = (await response.json()) as { data: { link: string; expiresAt: string } };
  return { ...data, key: KEY.exec(data.link)?.[1] ?? "" };
}

/** Signs in with a new browser, unless a cookie is given. */
async function scan(key: string, { pin, cookie }: { pin?: string; cookie?: string } = {}) {
  const response = await service.call("POST", "/v1/auth/exchange", {
    body: { key, ...(pin !== undefined && { pin }) },
    ...(cookie !== undefined && { headers: { cookie } }),
  });
  const body = (await response.json()) as { code?: string; data?: ClientSignIn };
  return { ...body, cookie: response.headers.get("set-cookie")?.split(";")[0] };
}
const status = async (asker: string) =>
  (await service.call("GET", "/v1/onboarding/status", { token: asker })).status;

describe("a hand-over", () => {
  test("signs in one other device, which cannot open drafts with it", async () => {
    const { key, link, expiresAt } = await handOver();
    expect(link.startsWith(`${service.config.publicUrl}/#key=`)).toBe(true);
    expect(expiresAt).toBe(new Date(service.time.now + HAND_OVER_MINUTES * MINUTE_MS).toISOString());
    const { data, cookie } = await scan(key);
    expect(data).toMatchObject({ clientId: client.clientId, opensDrafts: false });
    expect(await status(data?.accessToken ?? "")).toBe(200);
    expect(await scan(key)).toMatchObject({ code: "LINK_USED" });
    expect((await scan(key, { cookie: cookie ?? "" })).data).toBeDefined();
    const issued = auditTrail(service).filter(({ kind }) => kind === "key.issued");
    expect(issued.at(-1)).toMatchObject({ actor: client.clientId, detail: "hand-over" });
  });

  test("ends with the session that created it, and not with its own five minutes", async () => {
    const begun = service.time.now;
    service.time.now += 7 * HOUR_MS;
    const { data } = await scan((await handOver()).key);
    expect(data?.expiresAt).toBe(new Date(begun + 24 * HOUR_MS).toISOString());
    service.time.now += HOUR_MS;
    expect(await status(data?.accessToken ?? "")).toBe(200);
  });

  test("expires after five minutes", async () => {
    const { key } = await handOver();
    service.time.now += HAND_OVER_MINUTES * MINUTE_MS;
    expect(await scan(key)).toMatchObject({ code: "LINK_EXPIRED" });
  });

  test("ends as soon as there is a new one", async () => {
    const first = await handOver();
    const second = await handOver();
    expect(await scan(first.key)).toMatchObject({ code: "LINK_EXPIRED" });
    expect((await scan(second.key)).data).toBeDefined();
  });

  test("keeps a device signed in that used an earlier one", async () => {
    const { data } = await scan((await handOver()).key);
    await handOver();
    expect(await status(data?.accessToken ?? "")).toBe(200);
  });

  test("requires the PIN of a client who has one", async () => {
    const actor = { actor: "operator", at: service.time.now };
    const pin = await setPin({ ...service, passwords }, client.clientId, actor);
    const { key } = await handOver();
    expect(await scan(key)).toMatchObject({ code: "PIN_REQUIRED" });
    expect((await scan(key, { pin: pin ?? "" })).data).toBeDefined();
  });

  test("ends with the client's key", async () => {
    const { data } = await scan((await handOver()).key);
    const waiting = await handOver();
    await service.storage.accessKeys.revoke(client.keyId, service.time.now, []);
    expect(await status(data?.accessToken ?? "")).toBe(401);
    expect(await scan(waiting.key)).toMatchObject({ code: "LINK_EXPIRED" });
  });

  test("is limited in number", async () => {
    for (let count = 0; count < HAND_OVERS_PER_WINDOW; count++) await handOver();
    await expectFailure(await service.call("POST", "/v1/auth/hand-over", { token }), "RATE_LIMITED");
  });
});
