import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { StorageUnavailable } from "../../server/storage/engine/faults.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

/** Load balancers wait only a few seconds for the answer to a probe. */
const PROBE_LIMIT_MS = 5_000;

let healthy: Service;
let service: Service;
let check: () => Promise<void>;
let isStopping: boolean;
beforeAll(async () => {
  healthy = await startService();
});
afterAll(() => healthy.close());
beforeEach(async () => {
  isStopping = false;
  check = () => healthy.storage.check();
  const storage = { ...healthy.storage, check: () => check() };
  service = await startService({ storage, isStopping: () => isStopping });
});
afterEach(() => service.close());

const ready = () => service.call("GET", "/readyz");
async function expectAlive() {
  expect((await service.call("GET", "/healthz")).status).toBe(200);
}

test("a server that gets a stop signal is not ready, but alive and still serving", async () => {
  expect((await ready()).status).toBe(200);
  isStopping = true;
  const response = await ready();
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(response.headers.get("connection")).toBe("close");
  expect(await expectFailure(response, "UNAVAILABLE")).toMatchObject({ reason: "stopping" });
  await expectAlive();
  const { token } = await healthy.signIn();
  expect((await service.call("GET", "/v1/onboarding/status", { token })).status).toBe(200);
});

test("neither is a server whose database does not answer, which it reports in time with one query", async () => {
  const gate = Promise.withResolvers<void>();
  const asked = vi.fn(() => gate.promise);
  check = asked;
  const begun = performance.now();
  const responses = await Promise.all(Array.from({ length: 10 }, ready));
  expect(performance.now() - begun).toBeLessThan(PROBE_LIMIT_MS);
  for (const response of responses)
    expect(await expectFailure(response, "UNAVAILABLE")).toMatchObject({ reason: "database" });
  expect(asked).toHaveBeenCalledOnce();
  await expectAlive();
  gate.resolve();
  await vi.waitFor(async () => expect((await ready()).status).toBe(200));
});

test("neither is a server whose database is unavailable, until it recovers", async () => {
  check = () => Promise.reject(new StorageUnavailable("locked"));
  expect(await expectFailure(await ready(), "UNAVAILABLE")).toMatchObject({ reason: "database" });
  await expectAlive();
  check = () => healthy.storage.check();
  expect((await ready()).status).toBe(200);
});

test("a stopping server does not blame its database in the log", async () => {
  isStopping = true;
  await ready();
  expect(service.logLines.join("")).not.toContain("storage unavailable");
});
