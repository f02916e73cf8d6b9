import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { StorageUnavailable } from "../../server/storage/engine/faults.ts";
import type { Storage } from "../../server/storage/storage.ts";
import { written } from "../support/data/written.ts";
import { expectFailure, INSIDES } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

let healthy: Service;
let accessKey: string;
let token: string;
beforeAll(async () => {
  healthy = await startService();
  ({ accessKey, token } = await healthy.signIn());
});
afterAll(() => healthy.close());

const calls: [keyof Storage, string, string, object][] = [
  ["findKey", "POST", "/v1/auth/exchange", { key: true }],
  ["openSession", "POST", "/v1/auth/exchange", { key: true }],
  ["findSession", "GET", "/v1/onboarding", {}],
  ["findSession", "POST", "/v1/auth/logout", {}],
  ["endSession", "POST", "/v1/auth/logout", {}],
  ["loadRecordText", "GET", "/v1/onboarding", {}],
  ["saveRecord", "PUT", "/v1/onboarding", { body: { data: written("x") } }],
  ["findSummary", "GET", "/v1/onboarding/status", {}],
  ["check", "GET", "/readyz", {}],
];

async function callWithFault(
  method: keyof Storage,
  fault: Error,
  [verb, path, more]: [string, string, object],
) {
  const storage = { ...healthy.storage, [method]: () => Promise.reject(fault) };
  const service = await startService({ storage, secrets: healthy.secrets });
  const body = "key" in more ? { body: { key: accessKey } } : more;
  const response = await service.call(verb, path, { token, ...body });
  return { response, service };
}

describe("a database that cannot serve is answered 503, with the time to try again:", () => {
  test.each(calls)("%s of %s %s", async (method, ...call) => {
    const fault = new StorageUnavailable("The database is unavailable: locked", {
      cause: new Error("SQLITE_BUSY in /data/firsthand.db: select * from records"),
    });
    const { response, service } = await callWithFault(method, fault, call);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    await expectFailure(response, "UNAVAILABLE");
    expect(service.logLines.join("")).toContain("storage unavailable");
    await service.close();
  });
});

describe("a bug is answered 500 in general words, and where it was thrown stands in the log alone:", () => {
  test.each(calls)("%s of %s %s", async (method, ...call) => {
    const fault = new TypeError("insert into records failed at /work/main/server/x.ts:1:2");
    const { response, service } = await callWithFault(method, fault, call);
    expect(fault.message).toMatch(INSIDES);
    const { requestId } = await expectFailure(response, "SERVER_ERROR");
    const line = service.logLines.find((text) => text.includes("unexpected error"));
    expect(line).toContain(requestId);
    expect(line).toContain('"type":"TypeError"');
    expect(line).toMatch(/unavailable\.test\.ts:\d+:\d+/);
    // a message may quote what was being read
    expect(line).not.toContain("insert into records failed");
    await service.close();
  });
});

test("being alive needs no database", async () => {
  const { response, service } = await callWithFault("check", new StorageUnavailable("gone"), [
    "GET",
    "/healthz",
    {},
  ]);
  expect(await response.json()).toEqual({ status: "ok" });
  await service.close();
});

test("with a database that answers, the server is ready", async () => {
  const response = await healthy.call("GET", "/readyz");
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "ok" });
});
