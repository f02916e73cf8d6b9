import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ClientSignIn } from "#contract/api/calls.ts";
import { SESSION_ABSOLUTE_HOURS } from "#contract/limits.ts";
import { auditTrail } from "../support/data/audit-trail.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const exchange = (key: string) => service.call("POST", "/v1/auth/exchange", { body: { key } });

test("a valid key opens a session, and the answer holds exactly what the browser needs", async () => {
  const { accessKey, clientId } = await service.addClient("Rosa's Bakery");
  const response = await exchange(accessKey);
  expect(response.status).toBe(200);
  const expiresAt = service.time.now + SESSION_ABSOLUTE_HOURS * 3_600_000;
  expect(await response.json()).toEqual({
    data: {
      accessToken: expect.stringMatching(/^fhs_[A-Za-z0-9_-]{43}$/),
      clientId,
      clientName: "Rosa's Bakery",
      expiresAt: new Date(expiresAt).toISOString(),
      draftKey: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      interviews: {
        en: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
        es: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
      },
    },
  });
});

test("each exchange opens its own session; the draft key stays the same", async () => {
  const { accessKey } = await service.addClient();
  const [one, other] = await Promise.all([signedIn(accessKey), signedIn(accessKey)]);
  expect(one.accessToken).not.toBe(other.accessToken);
  expect(one.draftKey).toBe(other.draftKey);
  for (const { accessToken } of [one, other]) {
    expect((await service.call("GET", "/v1/onboarding/status", { token: accessToken })).status).toBe(200);
  }
});

test("two clients have two draft keys", async () => {
  const [one, other] = await Promise.all([service.addClient(), service.addClient()]);
  expect((await signedIn(one.accessKey)).draftKey).not.toBe((await signedIn(other.accessKey)).draftKey);
});

test.each<[string, (key: string) => string]>([
  ["in lower case", (key) => key.toLowerCase()],
  ["in upper case", (key) => key.toUpperCase()],
  ["with spaces for the separators", (key) => key.replaceAll("_", " ")],
  ["with hyphens for the separators", (key) => key.replaceAll("_", "-")],
  ["without separators", (key) => key.replaceAll("_", "")],
  ["with white space around it", (key) => `\n\t ${key}\u00a0 \r\n`],
  ["with O for 0", (key) => key.replaceAll("0", "O")],
  ["with l and I for 1", (key) => key.replace("1", "l").replaceAll("1", "I")],
])("a valid key works %s", async (_, spell) => {
  const { accessKey } = await service.addClient();
  expect((await exchange(spell(accessKey))).status).toBe(200);
});

test("a sign-in is in the audit trail and in the key's last use", async () => {
  const { accessKey, clientId, keyId } = await service.addClient();
  await exchange(accessKey);
  const [key] = await service.storage.accessKeys.list(clientId);
  expect(key?.lastUsedAt).toBe(service.time.now);
  expect(auditTrail(service).findLast((event) => event.client_id === clientId)).toMatchObject({
    kind: "session.opened",
    actor: clientId,
    key_id: keyId,
  });
});

async function signedIn(key: string): Promise<ClientSignIn> {
  return ((await (await exchange(key)).json()) as { data: ClientSignIn }).data;
}

test.each([
  ["America/Denver", "America/Denver"],
  ["Mars/Olympus", null],
  ["", null],
])("the time zone %j of a browser is stored as %j", async (timeZone, stored) => {
  const { clientId, accessKey } = await service.addClient();
  const exchanged = await service.call("POST", "/v1/auth/exchange", {
    body: { key: accessKey },
    headers: { "x-time-zone": timeZone },
  });
  expect(exchanged.status).toBe(200);
  const database = new DatabaseSync(join(service.folder, "firsthand.db"));
  const row = database.prepare("select time_zone from clients where client_id = ?").get(clientId);
  database.close();
  expect(row).toEqual({ time_zone: stored });
});

test("a time zone longer than any real one is refused", async () => {
  const { accessKey } = await service.addClient();
  const headers = { "x-time-zone": "x".repeat(65) };
  const refused = await service.call("POST", "/v1/auth/exchange", { body: { key: accessKey }, headers });
  await expectFailure(refused, "VALIDATION_ERROR");
});
