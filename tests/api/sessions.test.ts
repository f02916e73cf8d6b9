import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DAY_MS, HOUR_MS } from "#contract/instants.ts";
import { ACCESS_KEY_LIFETIME_DAYS } from "#contract/limits.ts";
import { runMaintenance } from "../../server/housekeeping.ts";
import { hashToken } from "../../server/sessions/sessions.ts";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const statusOf = async (token: string) =>
  (await service.call("GET", "/v1/onboarding/status", { token })).status;

/** Expects a recorded use; no answer waits for the recording. */
async function expectUseNoted(token: string) {
  const session = await service.storage.sessions.find(hashToken(token));
  expect(session?.lastUsedAt).toBe(service.time.now);
}

async function exchange(key: string) {
  const response = await service.call("POST", "/v1/auth/exchange", { body: { key } });
  return ((await response.json()) as { data: { accessToken: string; expiresAt: string } }).data;
}

test("a session ends after 8 hours without use", async () => {
  const { token } = await service.signIn();
  service.time.now += 8 * HOUR_MS - 1;
  expect(await statusOf(token)).toBe(200);
  service.time.now += 8 * HOUR_MS;
  expect(await statusOf(token)).toBe(401);
});

test("use keeps a session alive, but for 24 hours at most", async () => {
  const { token } = await service.signIn();
  for (let hours = 0; hours < 21; hours += 7) {
    service.time.now += 7 * HOUR_MS;
    expect(await statusOf(token)).toBe(200);
    await vi.waitFor(() => expectUseNoted(token));
  }
  service.time.now += 3 * HOUR_MS - 1;
  expect(await statusOf(token)).toBe(200);
  service.time.now += 1;
  expect(await statusOf(token)).toBe(401);
});

test("a session that has ended does not come back, whatever the clock does", async () => {
  const { token } = await service.signIn();
  service.time.now += 9 * HOUR_MS;
  await runMaintenance(service.storage, service.time.now);
  service.time.now -= 9 * HOUR_MS;
  expect(await statusOf(token)).toBe(401);
});

test("a session ends with its key, and announces that end from the start", async () => {
  const { accessKey, expiresAt } = await service.addClient();
  service.time.now += ACCESS_KEY_LIFETIME_DAYS * DAY_MS - HOUR_MS;
  const session = await exchange(accessKey);
  expect(session.expiresAt).toBe(new Date(expiresAt).toISOString());
  service.time.now += HOUR_MS;
  expect(await statusOf(session.accessToken)).toBe(401);
});

test("revoking a key ends its sessions at once, and no sessions of other keys", async () => {
  const revoked = await service.signIn();
  const other = await service.signIn();
  await service.storage.accessKeys.revoke(revoked.keyId, service.time.now, []);
  expect(await statusOf(revoked.token)).toBe(401);
  expect(await statusOf(other.token)).toBe(200);
});

test("the 21st session of a key ends its oldest", async () => {
  const { accessKey } = await service.addClient();
  const tokens: string[] = [];
  for (let count = 0; count < 21; count++) {
    service.time.now += 1;
    tokens.push((await exchange(accessKey)).accessToken);
  }
  const statuses = await Promise.all(tokens.map(statusOf));
  expect(statuses).toEqual([401, ...Array<number>(20).fill(200)]);
});

test("a new session works immediately, also when 30 sign in within the same millisecond", async () => {
  const { accessKey } = await service.addClient();
  for (let count = 0; count < 30; count++) {
    const { accessToken } = await exchange(accessKey);
    expect(await statusOf(accessToken)).toBe(200);
  }
});

test("another key's sessions do not count", async () => {
  const { token } = await service.signIn();
  const { accessKey } = await service.addClient();
  for (let count = 0; count < 21; count++) await exchange(accessKey);
  expect(await statusOf(token)).toBe(200);
});
