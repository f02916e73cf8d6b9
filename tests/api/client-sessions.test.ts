import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SessionFacts } from "#contract/api/sessions.ts";
import { MINUTE_MS } from "#contract/instants.ts";
import { SESSION_IDLE_HOURS } from "#contract/limits.ts";
import { issueKey } from "../../server/access-keys/issue-key.ts";
import { hashToken } from "../../server/sessions/sessions.ts";
import { auditTrail } from "../support/data/audit-trail.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

const PATH = "/v1/auth/sessions";
let service: Service;
let rosa: Awaited<ReturnType<Service["signIn"]>>;
beforeEach(async () => {
  service = await startService();
  rosa = await service.signIn();
});
afterEach(() => service.close());

async function signIn(key = rosa.accessKey): Promise<string> {
  const response = await service.call("POST", "/v1/auth/exchange", { body: { key } });
  return ((await response.json()) as { data: { accessToken: string } }).data.accessToken;
}

async function sessionsOf(token: string): Promise<SessionFacts[]> {
  const response = await service.call("GET", PATH, { token });
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  return ((await response.json()) as { data: SessionFacts[] }).data;
}

const end = (token: string, sessionId = "") =>
  service.call("DELETE", sessionId === "" ? PATH : `${PATH}/${sessionId}`, { token });
const isIn = async (token: string) =>
  (await service.call("GET", "/v1/onboarding/status", { token })).status === 200;
const idOfThis = async (token: string) =>
  (await sessionsOf(token)).find(({ isThis }) => isThis)?.sessionId ?? "";

test("a client sees their sessions from any key: when each began and was used, and which is this one", async () => {
  const began = service.time.now;
  service.time.now += 5 * MINUTE_MS;
  const second = await issueKey({ ...service, now: service.time.now }, rosa.clientId);
  const other = await signIn(second.accessKey);
  const at = (instant: number) => new Date(instant).toISOString();
  // signed in by a program without a browser's name
  const named = { sessionId: expect.stringMatching(/^se_[0-9a-f]{20}$/), device: null };
  expect(await sessionsOf(other)).toEqual([
    { ...named, begunAt: at(service.time.now), lastUsedAt: at(service.time.now), isThis: true },
    { ...named, begunAt: at(began), lastUsedAt: at(began), isThis: false },
  ]);
});

test("the answer contains no token, no hash and no session of another client", async () => {
  const ben = await service.signIn("Ben");
  const answer = JSON.stringify(await sessionsOf(rosa.token));
  for (const { token } of [rosa, ben]) {
    expect(answer).not.toContain(token);
    expect(answer).not.toContain(hashToken(token));
  }
  expect(await sessionsOf(ben.token)).toHaveLength(1);
});

test("an expired session is not listed", async () => {
  service.time.now += SESSION_IDLE_HOURS * 60 * MINUTE_MS;
  expect(await sessionsOf(await signIn())).toHaveLength(1);
});

test("a client ends one session elsewhere at once, and keeps the others", async () => {
  const [lost, kept] = [await signIn(), await signIn()];
  const lostId = await idOfThis(lost);
  expect(await (await end(rosa.token, lostId)).json()).toEqual({ data: {} });
  expect([await isIn(lost), await isIn(kept), await isIn(rosa.token)]).toEqual([false, true, true]);
  expect(auditTrail(service).at(-1)).toMatchObject({
    kind: "session.ended",
    actor: rosa.clientId,
    client_id: rosa.clientId,
    key_id: rosa.keyId,
    detail: lostId,
  });
  await expectFailure(await end(rosa.token, lostId), "NOT_FOUND");
});

test("a client ends all others at once, each with an event in the audit trail", async () => {
  const others = [await signIn(), await signIn(), await signIn()];
  const before = auditTrail(service).length;
  expect((await end(rosa.token)).status).toBe(200);
  expect(await Promise.all([rosa.token, ...others].map(isIn))).toEqual([true, false, false, false]);
  const events = auditTrail(service).slice(before);
  expect(events.map(({ kind }) => kind)).toEqual(Array(3).fill("session.ended"));
  expect((await end(rosa.token)).status).toBe(200);
  expect(auditTrail(service)).toHaveLength(before + 3);
});

test("a client can end the session that makes the call", async () => {
  expect((await end(rosa.token, await idOfThis(rosa.token))).status).toBe(200);
  await expectFailure(await end(rosa.token), "UNAUTHORIZED");
});

describe("a session that does not belong to the client is not found:", () => {
  test.each<[string, () => Promise<string>]>([
    ["another client's", async () => idOfThis((await service.signIn("Ben")).token)],
    ["one that was never there", async () => "se_00000000000000000000"],
    ["a token", async () => rosa.token],
    ["the hash of a token", async () => hashToken(rosa.token)],
    ["SQL", async () => encodeURIComponent("' or '1'='1")],
    ["a wildcard", async () => "%25"],
    ["NUL", async () => "%00"],
    ["a huge one", async () => "x".repeat(10_000)],
    ["half a character", async () => encodeURIComponent("\u{1f44d}").slice(0, 9)],
  ])("%s", async (_, makeId) => {
    const ben = await service.signIn("Ben");
    const response = await end(rosa.token, await makeId());
    await response.text();
    expect([400, 404]).toContain(response.status);
    expect([await isIn(rosa.token), await isIn(ben.token)]).toEqual([true, true]);
  });
});
