import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY_MS } from "#contract/instants.ts";
import { ACCESS_KEY_LIFETIME_DAYS } from "#contract/limits.ts";
import { auditTrail } from "../support/data/audit-trail.ts";
import { expectFailure } from "../support/security/failures.ts";
import { mistypedKey, sameIdOtherSecret, unknownKey } from "../support/security/wrong-keys.ts";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const causes: [string, () => Promise<string>][] = [
  ["malformed", async () => "open sesame"],
  ["malformed", async () => mistypedKey((await service.addClient()).accessKey)],
  ["unknown", async () => unknownKey()],
  ["wrong-secret", async () => sameIdOtherSecret((await service.addClient()).accessKey)],
  ["revoked", revokedKey],
  ["expired", expiredKey],
];

test("the answer is the same for every problem with a key, and only the audit trail says why", async () => {
  const bodies: string[] = [];
  for (const [cause, makeKey] of causes) {
    const key = await makeKey();
    const response = await service.call("POST", "/v1/auth/exchange", { body: { key } });
    const { requestId, ...body } = await expectFailure(response, "INVALID_ACCESS_KEY");
    bodies.push(JSON.stringify([body, ...headersOf(response)]));
    expect(auditTrail(service).at(-1)).toMatchObject({
      kind: "key.refused",
      actor: "nobody",
      client_id: null,
      request_id: requestId,
      detail: cause,
    });
  }
  expect(new Set(bodies).size).toBe(1);
  expect(bodies[0]).toContain("Invalid access key. Please try again.");
});

test("the audit trail names the key by its public part and never contains the rest", async () => {
  const { accessKey, keyId } = await service.addClient();
  const wrong = sameIdOtherSecret(accessKey);
  await service.call("POST", "/v1/auth/exchange", { body: { key: wrong } });
  const trail = auditTrail(service);
  expect(trail.at(-1)).toMatchObject({ key_id: keyId, detail: "wrong-secret" });
  const secret = wrong.split("_").slice(2);
  for (const group of secret) expect(JSON.stringify(trail)).not.toContain(group);
});

/** The headers without those that differ between any two answers. */
function headersOf(response: Response): [string, string][] {
  const differing = ["date", "keep-alive", "connection", "x-request-id"];
  return [...response.headers].filter(([name]) => !differing.includes(name));
}

async function revokedKey(): Promise<string> {
  const { accessKey, keyId } = await service.addClient();
  await service.storage.accessKeys.revoke(keyId, service.time.now, []);
  return accessKey;
}

async function expiredKey(): Promise<string> {
  const { accessKey } = await service.addClient();
  service.time.now += ACCESS_KEY_LIFETIME_DAYS * DAY_MS;
  return accessKey;
}
