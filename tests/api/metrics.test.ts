import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { SECURITY_HEADERS } from "../../server/http/security-headers.ts";
import { buildMetricsApp } from "../../server/metrics/metrics-app.ts";
import { READ_EVERY_MS } from "../../server/metrics/queue-metrics.ts";
import { StorageUnavailable } from "../../server/storage/engine/faults.ts";
import type { Storage } from "../../server/storage/storage.ts";
import { CONSOLE, consoleCaller, PASSWORD } from "../support/data/console-caller.ts";
import { readExposition, sampleValue } from "../support/data/exposition.ts";
import { written } from "../support/data/written.ts";
import { sendRaw } from "../support/peers/raw-http.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";
import { smallSite } from "../support/service/site-folder.ts";

const TOKEN = "the-operators-own-token";
const CANARY = "canary7f3a";
const SERIES_MAX = 2_000;

const env = { FIRSTHAND_METRICS_TOKEN: TOKEN, FIRSTHAND_RATE_SESSION: "0" };
const opened: Service[] = [];
const open = async (overrides: Parameters<typeof startService>[0] = { env }) => {
  const service = await startService(overrides);
  opened.push(service);
  return service;
};
afterEach(async () => {
  for (const service of opened.splice(0)) await service.close();
});

async function scrape(service: Service) {
  const response = await service.call("GET", "/metrics", { token: TOKEN });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  return readExposition(await response.text());
}

describe("without a setting for it, /metrics does not exist:", () => {
  test.each(["GET", "HEAD", "POST", "DELETE"])("%s", async (method) => {
    const service = await open({});
    const response = await service.call(method, "/metrics", { token: TOKEN });
    const other = await service.call(method, "/metricz", { token: TOKEN });
    expect([response.status, response.headers.get("allow")]).toEqual([404, null]);
    const named = (one: Response) => [...one.headers.keys()].filter((name) => name !== "connection").sort();
    expect(named(response)).toEqual(named(other));
  });
});

describe("with a token, /metrics requires it:", () => {
  const wrong: { [name: string]: string } = {
    "no token": "",
    "another token": `Bearer ${"x".repeat(TOKEN.length)}`,
    "the token without its last letter": `Bearer ${TOKEN.slice(0, -1)}`,
    "the token and more": `Bearer ${TOKEN}x`,
    "the token without its scheme": TOKEN,
    "the token under another scheme": `Basic ${TOKEN}`,
    "nothing behind the scheme": "Bearer ",
    "the token in other letters": `Bearer ${TOKEN.toUpperCase()}`,
  };
  let service: Service;
  beforeAll(async () => {
    service = await startService({ env });
  });
  afterAll(() => service.close());

  test.each(Object.entries(wrong))("%s is refused", async (_, authorization) => {
    const response = await service.call("GET", "/metrics", { headers: { authorization } });
    await expectFailure(response, "UNAUTHORIZED");
  });

  test("and so is the token as a parameter, or any other credential", async () => {
    const { token } = await service.signIn();
    const { cookie } = await consoleCaller(service, "administrator");
    await expectFailure(await service.call("GET", `/metrics?token=${TOKEN}`), "UNAUTHORIZED");
    await expectFailure(await service.call("GET", "/metrics", { token }), "UNAUTHORIZED");
    await expectFailure(await service.call("GET", "/metrics", { headers: { cookie } }), "UNAUTHORIZED");
  });

  test("and the token opens nothing else", async () => {
    await expectFailure(await service.call("GET", "/v1/onboarding", { token: TOKEN }), "UNAUTHORIZED");
    await expectFailure(await service.call("GET", "/v1/manage/me", { token: TOKEN }), "UNAUTHORIZED");
  });

  test("the right token is answered, with every security header, and is in no log", async () => {
    const response = await service.call("GET", "/metrics", { token: TOKEN });
    expect(response.status).toBe(200);
    for (const [name, value] of Object.entries(SECURITY_HEADERS))
      expect(response.headers.get(name)).toBe(value);
    expect(service.logLines.join("")).not.toContain(TOKEN);
  });
});

describe("with its own port,", () => {
  const port = { FIRSTHAND_METRICS_PORT: "0" };

  async function openWatch(more: NodeJS.ProcessEnv) {
    const service = await open({ env: { ...port, ...more } });
    const { metrics, config } = service;
    if (!metrics) throw new Error("Nothing is counted");
    const app = buildMetricsApp({ config, metrics, logger: service.app.log });
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    return { service, app, url };
  }

  test("/metrics exists alone there, and nowhere else", async () => {
    const { service, app, url } = await openWatch({});
    const response = await fetch(`${url}/metrics`);
    expect(response.status).toBe(200);
    for (const [name, value] of Object.entries(SECURITY_HEADERS))
      expect(response.headers.get(name)).toBe(value);
    expect(sampleValue(readExposition(await response.text()), "firsthand_database_up")).toBe(1);
    for (const path of ["/", "/readyz", "/v1/interview", "/openapi.json", "/console/"])
      expect((await fetch(url + path)).status).toBe(404);
    expect((await fetch(`${url}/metrics`, { method: "POST" })).status).toBe(405);
    await expectFailure(await service.call("GET", "/metrics"), "NOT_FOUND");
    await app.close();
  });

  test("/metrics requires the token where there is one, and the other port still has none", async () => {
    const { service, app, url } = await openWatch({ FIRSTHAND_METRICS_TOKEN: TOKEN });
    await expectFailure(await fetch(`${url}/metrics`), "UNAUTHORIZED");
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect((await fetch(`${url}/metrics`, { headers })).status).toBe(200);
    await expectFailure(await service.call("GET", "/metrics", { token: TOKEN }), "NOT_FOUND");
    await app.close();
  });
});

describe("the metrics", () => {
  test("count every request by its route, every save and sign-in by its result, every failure by its code", async () => {
    const service = await open();
    const { token, accessKey } = await service.signIn();
    const save = (data: object, headers = {}) =>
      service.call("PUT", "/v1/onboarding", { token, body: { data }, headers });
    await save(written("one"));
    await save(written("two"), { "if-match": '"7"' });
    await save({ nonsense: 1 });
    await service.call("PUT", "/v1/onboarding", { body: { data: written("x") } });
    await service.call("POST", "/v1/auth/exchange", { body: { key: `${accessKey.slice(0, -1)}*` } });
    const { storage } = service;
    const { managerId } = await consoleCaller(service);
    const email = (await storage.managers.find(managerId))?.email;
    const signIn = (password: string) =>
      service.call("POST", "/v1/manage/auth/sign-in", { body: { email, password }, headers: CONSOLE });
    await signIn("not the password");
    await signIn(PASSWORD);
    await sendRaw(service.url, "GARBAGE\r\n\r\n");
    await service.call("GET", "/%zz");
    const scraped = await scrape(service);
    const value = (name: string, labels = {}) => sampleValue(scraped, name, labels);
    const saves = { method: "PUT", route: "/v1/onboarding" };
    expect(value("firsthand_http_requests_total", { ...saves, status: "2xx" })).toBe(1);
    expect(value("firsthand_http_requests_total", { ...saves, status: "4xx" })).toBe(3);
    expect(value("firsthand_http_request_duration_seconds_count", saves)).toBe(4);
    expect(value("firsthand_saves_total", { outcome: "saved" })).toBe(1);
    expect(value("firsthand_saves_total", { outcome: "conflict" })).toBe(1);
    expect(value("firsthand_saves_total", { outcome: "refused" })).toBe(2);
    expect(value("firsthand_saves_total", { outcome: "failed" })).toBe(0);
    expect(value("firsthand_sign_ins_total", { side: "client", outcome: "opened" })).toBe(1);
    expect(value("firsthand_sign_ins_total", { side: "client", outcome: "refused" })).toBe(1);
    expect(value("firsthand_sign_ins_total", { side: "manager", outcome: "refused" })).toBe(1);
    expect(value("firsthand_sign_ins_total", { side: "manager", outcome: "opened" })).toBeGreaterThan(0);
    expect(value("firsthand_http_failures_total", { code: "CONFLICT" })).toBe(1);
    expect(value("firsthand_http_failures_total", { code: "INVALID_ACCESS_KEY" })).toBe(1);
    expect(value("firsthand_http_broken_requests_total")).toBe(2);
    expect(value("firsthand_sessions", { side: "client" })).toBe(1);
    expect(value("firsthand_database_transaction_seconds_count")).toBeGreaterThan(0);
    expect(value("firsthand_database_writes_total")).toBeGreaterThan(0);
  });

  test("have the length of the queues and since when they wait", async () => {
    const service = await open();
    await service.storage.jobs.add({
      kind: "transcribe-take",
      dedupeKey: "a",
      payload: {},
      at: service.time.now - 90_000,
    });
    const scraped = await scrape(service);
    const queue = { queue: "transcriptions" };
    expect(sampleValue(scraped, "firsthand_queue_waiting", queue)).toBe(1);
    expect(sampleValue(scraped, "firsthand_queue_oldest_seconds", queue)).toBe(90);
    expect(sampleValue(scraped, "firsthand_queue_overdue_seconds", queue)).toBe(90);
    expect(sampleValue(scraped, "firsthand_queue_waiting", { queue: "mails" })).toBe(0);
  });

  test("contain no text that a caller sent, and no more series than there are routes", async () => {
    const small = smallSite();
    const service = await open({ env, site: small.site });
    const { token, accessKey, clientId } = await service.signIn(`Client ${CANARY}`);
    const { cookie } = await consoleCaller(service, "administrator");
    const rounds = Array.from({ length: 40 }, (_, place) => `${CANARY}${place}`);
    for (const word of rounds) {
      const headers = { "user-agent": word, referer: word, "x-request-id": word, "idempotency-key": word };
      await service.call("PUT", "/v1/onboarding", { token, headers, body: { data: written(word) } });
      await service.call("PUT", "/v1/onboarding", { token, body: { data: { [word]: word } } });
      await service.call("GET", `/${word}?${word}=${accessKey}`, { token: word });
      await service.call("GET", `/assets/${word}.js`);
      await service.call("GET", `/console/${word}`, { headers: { cookie } });
      await service.call("GET", `/v1/manage/clients/${word}`, { headers: { cookie } });
      await service.call("PUT", `/v1/onboarding/takes/${crypto.randomUUID()}`, { token, body: {} });
      await service.call("POST", "/v1/auth/exchange", { body: { key: word } });
      await sendRaw(service.url, `${word} /${word} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      await sendRaw(service.url, `PROPFIND /${word} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    }
    const text = await (await service.call("GET", "/metrics", { token: TOKEN })).text();
    const families = readExposition(text);
    for (const secret of [CANARY, token, accessKey, clientId, TOKEN, ...accessKey.split("_").slice(1)])
      expect(text).not.toContain(secret);
    const routes = new Set(service.app.routeTable.map(({ url }) => url));
    const samples = [...families.values()].flatMap((family) => family.samples);
    const unknown = samples.filter(
      ({ labels: { route } }) =>
        route !== undefined && route !== "none" && !routes.has(route) && !route.endsWith("/assets/*"),
    );
    expect(unknown).toEqual([]);
    expect(samples.length).toBeLessThan(SERIES_MAX);
    expect(samples.length).toBeGreaterThan(100);
    small.remove();
  });
});

describe("frequent scraping", () => {
  function counting(storage: Storage) {
    const reads = { count: 0 };
    const readQueues: Storage["stats"]["queues"] = (now) => {
      reads.count += 1;
      return storage.stats.queues(now);
    };
    return { reads, storage: { ...storage, stats: { ...storage.stats, queues: readQueues } } };
  }

  test("reads the database once every few seconds", async () => {
    const healthy = await open({});
    const { reads, storage } = counting(healthy.storage);
    const service = await open({ env, storage });
    await Promise.all(Array.from({ length: 50 }, () => scrape(service)));
    expect(reads.count).toBe(1);
    service.time.now += READ_EVERY_MS;
    await scrape(service);
    expect(reads.count).toBe(2);
    // a clock that is set back does not stop the reads either
    service.time.now -= 3_600_000;
    await scrape(service);
    expect(reads.count).toBe(3);
  });

  test("asks a hanging database once, and answers the rest all the same", async () => {
    const healthy = await open({});
    const gate = Promise.withResolvers<Awaited<ReturnType<Storage["stats"]["queues"]>>>();
    let asked = 0;
    const readQueues = () => {
      asked += 1;
      return gate.promise;
    };
    const service = await open({
      env,
      storage: { ...healthy.storage, stats: { ...healthy.storage.stats, queues: readQueues } },
    });
    for (let round = 0; round < 2; round++) {
      const scraped = await scrape(service);
      expect(sampleValue(scraped, "firsthand_database_up")).toBe(0);
      expect(scraped.get("firsthand_queue_waiting")?.samples).toEqual([]);
      expect(sampleValue(scraped, "firsthand_build_info")).toBe(1);
    }
    expect(asked).toBe(1);
    gate.resolve(await healthy.storage.stats.queues(service.time.now));
  });

  test("counts a failing database as down, and as up again when it answers", async () => {
    const healthy = await open({});
    let fails = true;
    const readQueues: Storage["stats"]["queues"] = (now) =>
      fails ? Promise.reject(new StorageUnavailable("locked")) : healthy.storage.stats.queues(now);
    const service = await open({
      env,
      storage: { ...healthy.storage, stats: { ...healthy.storage.stats, queues: readQueues } },
    });
    expect(sampleValue(await scrape(service), "firsthand_database_up")).toBe(0);
    fails = false;
    service.time.now += READ_EVERY_MS;
    const scraped = await scrape(service);
    expect(sampleValue(scraped, "firsthand_database_up")).toBe(1);
    expect(sampleValue(scraped, "firsthand_queue_waiting", { queue: "mails" })).toBe(0);
  });
});

test("the operations page lists exactly the served metrics, with their exact descriptions", async () => {
  const healthy = await open({});
  const pool = { inUse: 0, idle: 0, waiting: 0 };
  const engineStats = () => ({ writesWaiting: 0, pool });
  const backups = {
    newest: () => ({ madeAt: service.time.now - 60_000, bytes: 4_096 }),
    isFailing: () => true,
  };
  const service = await open({ env, backups, storage: { ...healthy.storage, engineStats } });
  service.metrics?.noteTry({ kind: "k", outcome: "ended", seconds: 1 });
  await service.call("GET", "/nowhere");
  const scraped = await scrape(service);
  expect(sampleValue(scraped, "firsthand_backup_age_seconds")).toBe(60);
  expect(sampleValue(scraped, "firsthand_backup_bytes")).toBe(4_096);
  expect(sampleValue(scraped, "firsthand_backup_failing")).toBe(1);
  const families = [...scraped.values()];
  const page = readFileSync(join(import.meta.dirname, "../../docs/operations.md"), "utf8");
  const lines = page.split("\n");
  const ours = families.filter(({ name }) => name.startsWith("firsthand_"));
  for (const { name, type, help, samples } of ours) {
    const { le: _, ...labels } = samples[0]?.labels ?? {};
    const names = Object.keys(labels).map((label) => `\`${label}\``);
    const row = ["", `\`${name}\``, type, names.join(", "), help, ""]
      .join(" | ")
      .trim()
      .replaceAll("|  |", "| |");
    expect(lines).toContain(row);
  }
  const served = families.map(({ name }) => name);
  const named = new Set(page.match(/`(?:firsthand|process|nodejs)_\w+`/g)?.map((name) => name.slice(1, -1)));
  expect([...named].sort()).toEqual(served.sort());
});

test("without a backup, or a readable folder, its age and size are absent", async () => {
  const none = { newest: () => undefined, isFailing: () => false };
  const scraped = await scrape(await open({ env, backups: none }));
  expect(scraped.get("firsthand_backup_age_seconds")?.samples).toEqual([]);
  expect(scraped.get("firsthand_backup_bytes")?.samples).toEqual([]);
  expect(sampleValue(scraped, "firsthand_backup_failing")).toBe(0);
  const unreadable = {
    ...none,
    newest: () => {
      throw new Error("EACCES");
    },
  };
  const other = await scrape(await open({ env, backups: unreadable }));
  expect(other.get("firsthand_backup_age_seconds")?.samples).toEqual([]);
  expect(sampleValue(other, "firsthand_build_info")).toBe(1);
});
