import { afterAll, beforeAll, expect, test } from "vitest";
import { endpoints } from "#contract/endpoints.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { expectFailure } from "../support/failures.ts";
import { type Service, startService } from "../support/service.ts";
import { readBack, written } from "../support/written.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const logout = (token?: string, headers: { [name: string]: string } = {}) =>
  service.call("POST", "/v1/auth/logout", { ...(token && { token }), headers });
const clientCalls = Object.values(endpoints).filter(({ caller }) => caller === "client");

test("after a logout the token is dead on every call that asks for one", async () => {
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

test("a logout is told in the audit trail once", async () => {
  const { token, clientId } = await service.signIn();
  await logout(token);
  await logout(token);
  const ends = auditTrail(service).filter(
    (event) => event.kind === "session.ended" && event.client_id === clientId,
  );
  expect(ends).toHaveLength(1);
});

test("of 100 saves that race a logout, none that starts after its answer is stored", async () => {
  const { token, accessKey } = await service.signIn();
  const save = (content: string) =>
    service.call("PUT", "/v1/onboarding", { token, body: { data: written(content) } });
  const racing = Array.from({ length: 100 }, (_, place) => save(`racing ${place}`));
  await logout(token);
  const late = await Promise.all(Array.from({ length: 20 }, () => save("late")));
  expect(late.map((response) => response.status)).toEqual(Array(20).fill(401));
  const answers = await Promise.all(racing);
  expect(answers.every((response) => [200, 401].includes(response.status))).toBe(true);
  const again = await service.call("POST", "/v1/auth/exchange", { body: { key: accessKey } });
  const { data } = (await again.json()) as { data: { accessToken: string } };
  const loaded = await service.call("GET", "/v1/onboarding", { token: data.accessToken });
  if (loaded.status === 200) expect(readBack(await loaded.json())).toMatch(/^racing/);
});
