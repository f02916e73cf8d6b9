import { hash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "#contract/api/endpoints.ts";
import { SESSION_ABSOLUTE_HOURS } from "#contract/limits.ts";
import { saveRecord } from "../../server/records/save-record.ts";
import { SessionEnded } from "../../server/storage/engine/faults.ts";
import { closeTake } from "../../server/takes/close-take.ts";
import { receivePart } from "../../server/takes/receive-part.ts";
import { auditTrail } from "../support/data/audit-trail.ts";
import { closing, recording } from "../support/data/takes.ts";
import { written } from "../support/data/written.ts";
import { sendOnce } from "../support/peers/http-connection.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const logout = (token?: string, headers: { [name: string]: string } = {}) =>
  service.call("POST", "/v1/auth/logout", { ...(token && { token }), headers });
const clientCalls = Object.values(endpoints).filter(({ caller }) => caller === "client");

test("after a logout the token is dead on every call that requires one", async () => {
  const { token } = await service.signIn();
  const response = await logout(token);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ data: {} });
  expect(clientCalls.length).toBeGreaterThan(0);
  for (const { method, path } of clientCalls) {
    const body = method === "GET" ? {} : { body: { data: written("too late") } };
    await expectFailure(await service.call(method, path, { token, ...body }), "UNAUTHORIZED");
  }
});

test.each<[string, (token: string) => Promise<Response>]>([
  ["a dead token", async (token) => logout(token).then(() => logout(token))],
  ["no token", () => logout()],
  ["a junk token", () => logout("nonsense")],
  ["a token that no session has", () => logout(`fhs_${"A".repeat(43)}`)],
  ["a type for a body that is not there", (token) => logout(token, { "content-type": "application/json" })],
  ["an empty object", (token) => service.call("POST", "/v1/auth/logout", { token, body: {} })],
])("a logout with %s is answered like any other", async (_, send) => {
  const { token } = await service.signIn();
  const response = await send(token);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ data: {} });
});

test("a logout ends its own session and no other", async () => {
  const { token, accessKey } = await service.signIn();
  const again = await service.call("POST", "/v1/auth/exchange", { body: { key: accessKey } });
  const { data } = (await again.json()) as { data: { accessToken: string } };
  await logout(token);
  expect((await service.call("GET", "/v1/onboarding/status", { token: data.accessToken })).status).toBe(200);
});

test("a logout is in the audit trail once", async () => {
  const { token, clientId } = await service.signIn();
  await logout(token);
  await logout(token);
  const ends = auditTrail(service).filter(
    (event) => event.kind === "session.ended" && event.client_id === clientId,
  );
  expect(ends).toHaveLength(1);
});

test.each<[string, Ending]>([
  ["a logout", ({ token }) => logout(token)],
  ["the revoking of its key", ({ keyId }) => service.storage.accessKeys.revoke(keyId, service.time.now, [])],
])(
  "of 200 calls of every kind racing %s, none that starts after its answer is accepted or stored",
  async (_, end) => {
    const client = await service.signIn();
    const { token, clientId } = client;
    const racing = Array.from({ length: 200 }, (_, place) =>
      place % 2 === 0 ? save(token, `racing ${place}`) : callAny(token, place),
    );
    await end(client);
    const atEnd = await service.storage.records.load(clientId);
    const late = Array.from({ length: 60 }, (_, place) =>
      place % 2 === 0 ? save(token, "late") : callAny(token, place),
    );
    const statuses = (await Promise.all(late)).map(({ status }) => status);
    expect(statuses).toEqual(Array(60).fill(401));
    await Promise.all(racing);
    // a save that ran at the same time was stored before the logout, or not at all
    expect(await service.storage.records.load(clientId)).toEqual(atEnd);
  },
);

type Ending = (client: Awaited<ReturnType<Service["signIn"]>>) => unknown;
const endings: [string, Ending][] = [
  ["a logout", ({ token }) => logout(token)],
  ["the key is revoked", ({ keyId }) => service.storage.accessKeys.revoke(keyId, service.time.now, [])],
  [
    "the session has run out",
    () => {
      service.time.now += SESSION_ABSOLUTE_HOURS * 3_600_000;
    },
  ],
];

describe("a save whose body arrives after", () => {
  test.each(endings)("%s is refused, and not stored", async (_, end) => {
    const client = await service.signIn();
    const sent = await sendOnce(service.url, {
      method: "PUT",
      path: "/v1/onboarding",
      token: client.token,
      body: { data: written("too late") },
      beforeBody: async () => void (await end(client)),
    });
    expect(sent).toMatchObject({ kind: "answered", status: 401 });
    expect(await service.storage.records.load(client.clientId)).toBeUndefined();
  });

  test("no such event is stored", async () => {
    const client = await service.signIn();
    const sent = await sendOnce(service.url, {
      method: "PUT",
      path: "/v1/onboarding",
      token: client.token,
      body: { data: written("in time") },
      beforeBody: async () => undefined,
    });
    expect(sent).toMatchObject({ kind: "answered", status: 200 });
  });
});

test("a call accepted before its session ended, and written after it, is not stored", async () => {
  const { token, clientId } = await service.signIn();
  const tokenHash = hash("sha256", token);
  const { storage, book, time } = service;
  const now = time.now;
  const take = { clientId, tokenHash, takeId: crypto.randomUUID() };
  const part = { ...take, part: 0, body: recording(100), now };
  const saving = {
    clientId,
    tokenHash,
    now,
    requestId: "late",
    expectedRevision: undefined,
    idempotencyKey: undefined,
  };
  const writes = {
    save: () => saveRecord(storage, book.current(), { data: written("late") }, saving),
    part: () => receivePart(storage, part),
    close: () =>
      closeTake(storage, book.current().asked.interview, { name: take, request: closing(1), now, tokenHash }),
  };
  await writes.part();
  await logout(token);
  for (const write of [writes.save, () => receivePart(storage, { ...part, part: 1 }), writes.close])
    await expect(write()).rejects.toThrow(SessionEnded);
  expect(await storage.records.load(clientId)).toBeUndefined();
  expect(await storage.takes.find(take)).toMatchObject({ state: "receiving", parts: [0] });
});

const save = (token: string, content: string) =>
  service.call("PUT", "/v1/onboarding", { token, body: { data: written(content) } });

function callAny(token: string, place: number) {
  const reading = clientCalls.filter(({ method, path }) => method === "GET" && !path.includes(":"));
  const { method, path } = reading[place % reading.length] ?? endpoints.load;
  return service.call(method, path, { token });
}
