import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { StorageUnavailable } from "../../server/storage/engine/faults.ts";
import { auditTrail } from "../support/data/audit-trail.ts";
import { written } from "../support/data/written.ts";
import { parseRaw, sendRaw } from "../support/peers/raw-http.ts";
import { readLog, strangeFields } from "../support/service/log-lines.ts";
import { privateWordsInLog } from "../support/service/private-words-in-log.ts";
import { type Service, startService } from "../support/service/service.ts";

const CANARY = "canary7f3a";
let service: Service;
let faulty: Service;
let used: string[];
beforeAll(async () => {
  service = await startService();
  faulty = await startService({
    secrets: service.secrets,
    storage: {
      ...service.storage,
      records: {
        ...service.storage.records,
        // a parser quotes its input in the error
        findSummary: async () => JSON.parse(`answer ${CANARY}`),
        save: (command) =>
          Promise.reject(new Error("a bug", { cause: new StorageUnavailable(command.clientId) })),
      },
    },
  });
  used = await useEverything();
});
afterAll(async () => {
  await faulty.close();
  await service.close();
});

/** Makes every kind of call, valid and invalid, with a secret in every place that can hold one. */
async function useEverything(): Promise<string[]> {
  const { token, accessKey } = await service.signIn(`Client ${CANARY}`);
  const data = { ...written(`answer ${CANARY}`), "website-form": { url: `https://${CANARY}.example` } };
  for (const { call, url } of [service, faulty]) {
    await call("PUT", "/v1/onboarding", {
      token,
      body: { data, submit: true },
      headers: { "idempotency-key": CANARY },
    });
    await call("PUT", "/v1/onboarding", { token, body: { data: { ...data, [CANARY]: 1 } } });
    await call("PUT", "/v1/onboarding", { token, body: `{"data":"${CANARY}` });
    await call("PUT", "/v1/onboarding", { token, body: { data }, headers: { "if-match": `"${CANARY}"` } });
    await call("GET", "/v1/onboarding", { token, headers: { "x-request-id": accessKey } });
    await call("GET", "/v1/onboarding/status", { token });
    await call("GET", `/v1/onboarding?key=${accessKey}&token=${token}`, { token });
    await call("GET", `/${accessKey}/${CANARY}`, {
      headers: { "user-agent": CANARY, referer: `https://x/${accessKey}`, cookie: CANARY },
    });
    await call("GET", `/%zz${accessKey}${CANARY}`);
    await call("POST", "/v1/auth/exchange", { body: { key: accessKey } });
    await call("POST", "/v1/auth/exchange", { body: { key: `${accessKey.slice(0, -1)}*` } });
    await call("POST", "/v1/auth/exchange", { body: { key: CANARY, [CANARY]: CANARY } });
    await sendRaw(url, `${CANARY} / HTTP/1.1\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    await call("POST", "/v1/auth/logout", { headers: { authorization: `Bearer ${token}x` } });
  }
  await service.call("POST", "/v1/auth/logout", { token });
  return [CANARY, token, token.slice(4), accessKey, ...accessKey.split("_").slice(2)];
}

test("the log contains no key, token, answer, address or name, at its most verbose level", () => {
  const log = [...service.logLines, ...faulty.logLines].join("");
  expect(log).toContain("unexpected error");
  expect(log.split("\n").length).toBeGreaterThan(20);
  for (const secret of used) expect(log).not.toContain(secret);
});

test("nor does the audit trail", () => {
  const trail = JSON.stringify(auditTrail(service));
  expect(trail).toContain("record.submitted");
  for (const secret of used) expect(trail).not.toContain(secret);
});

test("no line has an unexpected field", () => {
  expect(strangeFields(readLog([...service.logLines, ...faulty.logLines]))).toEqual([]);
});

test("the check of a server's log finds private words", () => {
  const words = ["Rosa's Bakery", `said "so" and\nso`];
  const line = (fields: object) => JSON.stringify({ level: 30, msg: "x", ...fields });
  expect(privateWordsInLog([line({}), "Firsthand is ready"], words)).toEqual([]);
  const secrets = [
    used[1] ?? "",
    used[3] ?? "",
    `whsec_${"a".repeat(32)}`,
    randomBytes(32).toString("base64url"),
  ];
  for (const secret of [...words, ...secrets])
    expect(privateWordsInLog([line({ reason: `x ${secret} y` })], words)).toEqual([secret]);
  expect(privateWordsInLog([line({ email: "x" })], words)).toEqual(["the field email"]);
});

test("each line is JSON with a time and a level, and each request has one line with its id", () => {
  const lines = service.logLines.map((line) => JSON.parse(line) as { [name: string]: unknown });
  for (const line of lines)
    expect(line).toMatchObject({ time: expect.any(Number), level: expect.any(Number) });
  const requests = lines.filter((line) => line.msg === "request");
  expect(new Set(requests.map((line) => line.reqId)).size).toBe(requests.length);
  expect(requests[0]).toMatchObject({
    method: "POST",
    route: "/v1/auth/exchange",
    status: 200,
    ms: expect.any(Number),
  });
});

test("a line break in an address does not make a second line", async () => {
  const before = service.logLines.length;
  await service.call("GET", "/x%0a%7b%22level%22:60%7d");
  expect(service.logLines.slice(before)).toHaveLength(1);
  expect(service.logLines.at(-1)).toContain('"route":"none"');
});

/** The log line of a request. */
const lineOf = (id: string | null) =>
  service.logLines
    .map((line) => JSON.parse(line) as { [name: string]: unknown })
    .filter((line) => line.reqId === id);

test("each answer has the id of its request in the log, and a failure its code too", async () => {
  const { token } = await service.signIn();
  const right = await service.call("GET", "/v1/interview");
  expect(lineOf(right.headers.get("x-request-id"))).toMatchObject([{ msg: "request", status: 200 }]);
  const wrong = await service.call("GET", "/v1/onboarding", { token });
  const { requestId } = (await wrong.json()) as { requestId: string };
  expect(wrong.headers.get("x-request-id")).toBe(requestId);
  expect(lineOf(requestId)).toMatchObject([{ msg: "request", status: 404, code: "NOT_FOUND" }]);
});

test("and so does the answer to an unreadable request", async () => {
  const strange = await service.call("GET", "/%zz");
  expect(lineOf(strange.headers.get("x-request-id"))).toMatchObject([
    { msg: "request", method: "GET", route: "none", status: 400, code: "BAD_REQUEST" },
  ]);
  const { headers } = parseRaw(await sendRaw(service.url, `GARBAGE ${CANARY}\r\n\r\n`));
  expect(lineOf(headers.get("x-request-id"))).toMatchObject([
    { msg: "no request", status: 400, reason: expect.stringMatching(/^HPE_\w+$/) },
  ]);
});

test("the id from a trusted proxy is the request's in log, answer and audit trail", async () => {
  const behind = await startService({ env: { FIRSTHAND_TRUST_PROXY: "127.0.0.1" } });
  const id = "0f8fad5bd9cb469fa16570867728950e";
  const response = await behind.call("POST", "/v1/auth/exchange", {
    body: { key: "x" },
    headers: { "x-request-id": id },
  });
  expect(response.headers.get("x-request-id")).toBe(id);
  expect(behind.logLines.join("")).toContain(`"reqId":"${id}"`);
  expect(JSON.stringify(auditTrail(behind))).toContain(id);
  await behind.close();
});

test("an id from any other caller is not", async () => {
  const id = "0f8fad5bd9cb469fa16570867728950e";
  const response = await service.call("GET", "/healthz", { headers: { "x-request-id": id } });
  expect(response.headers.get("x-request-id")).not.toBe(id);
});
