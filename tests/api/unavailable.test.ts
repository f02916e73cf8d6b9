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

/** Storage with one method that fails. */
type Broken = (storage: Storage, fail: () => Promise<never>) => Storage;
const findKey: Broken = (storage, fail) => ({
  ...storage,
  accessKeys: { ...storage.accessKeys, find: fail },
});
const sessions =
  (method: "open" | "find" | "end"): Broken =>
  (storage, fail) => ({ ...storage, sessions: { ...storage.sessions, [method]: fail } });
const records =
  (method: "loadText" | "save" | "findSummary"): Broken =>
  (storage, fail) => ({ ...storage, records: { ...storage.records, [method]: fail } });
const check: Broken = (storage, fail) => ({ ...storage, check: fail });

const calls: [name: string, verb: string, path: string, Broken, object][] = [
  ["accessKeys.find", "POST", "/v1/auth/exchange", findKey, { key: true }],
  ["sessions.open", "POST", "/v1/auth/exchange", sessions("open"), { key: true }],
  ["sessions.find", "GET", "/v1/onboarding", sessions("find"), {}],
  ["sessions.find", "POST", "/v1/auth/logout", sessions("find"), {}],
  ["sessions.end", "POST", "/v1/auth/logout", sessions("end"), {}],
  ["records.loadText", "GET", "/v1/onboarding", records("loadText"), {}],
  ["records.save", "PUT", "/v1/onboarding", records("save"), { body: { data: written("x") } }],
  ["records.findSummary", "GET", "/v1/onboarding/status", records("findSummary"), {}],
  ["check", "GET", "/readyz", check, {}],
];

async function callWithFault(broken: Broken, fault: Error, [verb, path, more]: [string, string, object]) {
  const storage = broken(healthy.storage, () => Promise.reject(fault));
  const service = await startService({ storage, secrets: healthy.secrets });
  const body = "key" in more ? { body: { key: accessKey } } : more;
  const response = await service.call(verb, path, { token, ...body });
  return { response, service };
}

describe("an unavailable database is answered with 503 and the time to try again:", () => {
  test.each(calls)("%s of %s %s", async (_name, verb, path, broken, more) => {
    const fault = new StorageUnavailable("The database is unavailable: locked", {
      cause: new Error("SQLITE_BUSY in /data/firsthand.db: select * from records"),
    });
    const { response, service } = await callWithFault(broken, fault, [verb, path, more]);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    await expectFailure(response, "UNAVAILABLE");
    expect(service.logLines.join("")).toContain("storage unavailable");
    await service.close();
  });
});

describe("a bug is answered with 500 in general words, and its place is only in the log:", () => {
  test.each(calls)("%s of %s %s", async (_name, verb, path, broken, more) => {
    const fault = new TypeError("insert into records failed at /work/main/server/x.ts:1:2");
    const { response, service } = await callWithFault(broken, fault, [verb, path, more]);
    expect(fault.message).toMatch(INSIDES);
    const { requestId } = await expectFailure(response, "SERVER_ERROR");
    const line = service.logLines.find((text) => text.includes("unexpected error"));
    expect(line).toContain(requestId);
    expect(line).toContain('"type":"TypeError"');
    expect(line).toMatch(/unavailable\.test\.ts:\d+:\d+/);
    // an error message may quote the data that was read
    expect(line).not.toContain("insert into records failed");
    await service.close();
  });
});

test("liveness needs no database", async () => {
  const { response, service } = await callWithFault(check, new StorageUnavailable("gone"), [
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
