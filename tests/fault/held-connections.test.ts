import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isLong } from "../support/faults/faults.ts";
import { countTried } from "../support/security/security-counts.ts";
import { type MeasuredServer, measuredServer } from "../support/service/measured-server.ts";
import type { ServerClient } from "../support/service/server-process.ts";

/** Callers who send ahead, read nothing, or never close hold little, and not for long (promise P53). */

// the promise's own limit, deliberately not read from the code that enforces it
const MEMORY_MAX = 200 * 1024 ** 2;
const GONE_WITHIN_MS = 20_000;
const UNANSWERED_MAX = 8;
/**
 * How soon a refused or timed-out connection must be gone: about a second, plus what an otherwise idle machine needs.
 * Beside other tests, only the fact that it ends is tested: without a limit it would never end.
 */
const SOON_MS = isLong ? 3_000 : GONE_WITHIN_MS;
const HEADERS_MS = 5_000;
const BODY_MS = 15_000;
const CONNECTIONS = 500;
const FLOODING = 20;
const FLOOD_MS = 8_000;

const PAUSE_EVERY_BYTES = 1024 * 1024;

const LISTENING = "0A";

let server: MeasuredServer;
let clients: ServerClient[];
let first: ServerClient;
/** Measured before any attack, once each of the clients has saved. */
let memoryAtStart: number;
beforeAll(async () => {
  server = await measuredServer({ FIRSTHAND_RATE_SESSION: "600" });
  clients = await server.signIn(FLOODING);
  first = clients[0] as ServerClient;
  for (const client of clients) expect(await statusOf(fetch(...saving(client, "x")))).toBe(200);
  memoryAtStart = await server.memory();
});
/** The sockets that the current test holds open. */
const holding: Socket[] = [];
// a failed test must not leave sockets to the next one
afterEach(() => {
  for (const socket of holding.splice(0)) socket.destroy();
});
afterAll(() => server.close());

/** A save that is close to the size limit. */
function saving({ token }: ServerClient, letter: string): [string, RequestInit] {
  const responses = Array.from({ length: 190 }, (_, id) => ({ id: `${id}`, content: letter.repeat(20_000) }));
  const data = { "customer-acquisition": { responses } };
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    connection: "close",
  };
  return [
    `${server.url}/v1/onboarding`,
    { method: "PUT", headers, body: JSON.stringify({ data, submit: true }) },
  ];
}

type Holding = { reads?: boolean; drip?: string };

/** Opens a connection that never closes its own half; `lived` is how long the server keeps it, in milliseconds. */
function hold(start: string, { reads = false, drip = "" }: Holding = {}) {
  const { port, hostname } = new URL(server.url);
  let seen = "";
  let timer: NodeJS.Timeout | undefined;
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  holding.push(socket);
  const began = performance.now();
  socket.on("connect", () => {
    socket.write(start);
    if (drip) timer = setInterval(() => socket.writable && socket.write(drip), 250);
  });
  // a reset counts as an end
  socket.on("error", () => undefined);
  if (reads) socket.on("data", (part) => (seen += part.toString("latin1")));
  else socket.pause();
  const lived = new Promise<number>((resolve) =>
    socket.on("close", () => {
      clearInterval(timer);
      resolve(performance.now() - began);
    }),
  );
  return { lived, seen: () => seen, end: () => socket.destroy() };
}

const times = <Made>(count: number, make: (place: number) => Made) =>
  Array.from({ length: count }, (_, place) => make(place));
const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: firsthand\r\n${more}\r\n`;
const CLOSE = "Connection: close\r\n";
const bearer = ({ token }: ServerClient) => `Authorization: Bearer ${token}\r\n`;
const statusOf = (response: Promise<Response>) =>
  response.then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    // the connection ended while the body was being sent
    () => 0,
  );

/** The connections that the process holds, without those that the operating system is still closing (inode 0). */
async function openAtServer(): Promise<number> {
  const port = Number(new URL(server.url).port).toString(16).toUpperCase().padStart(4, "0");
  const lines = (await readFile("/proc/net/tcp", "utf8")).split("\n").slice(1);
  return lines.filter((line) => {
    const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
    return local.endsWith(`:${port}`) && state !== LISTENING && inode !== "0";
  }).length;
}

async function untilGone(withinMs: number): Promise<void> {
  await expect.poll(openAtServer, { timeout: withinMs, interval: 100 }).toBe(0);
}

const readyStatus = () => statusOf(fetch(`${server.url}/readyz`, { headers: { connection: "close" } }));

async function readyMs(): Promise<number> {
  const began = performance.now();
  expect(await readyStatus()).toBe(200);
  return performance.now() - began;
}

/** Other callers are answered meanwhile; `npm run test:security` measures how fast. */
const expectReady = () => expect.poll(readyStatus, { timeout: GONE_WITHIN_MS }).toBe(200);

/** Expects little memory beyond the start: garbage is collected first, because V8 otherwise keeps it for any time. */
async function expectLittleMemory(): Promise<void> {
  const held = async () => (await server.memory()) - memoryAtStart;
  // polls, because a busy machine is still handling what was sent before
  await expect.poll(held, { timeout: SOON_MS, interval: 500 }).toBeLessThan(MEMORY_MAX);
}

describe("a connection that pipelines requests", () => {
  test("is answered up to its limit, refused once, and closed", async () => {
    const one = hold(get("/healthz").repeat(1_400), { reads: true });
    await expect.poll(one.seen).toMatch(/ 503 /);
    await untilGone(SOON_MS);
    one.end();
    const statuses = [...one.seen().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses).toEqual([...times(UNANSWERED_MAX, () => "200"), "503"]);
    expect(one.seen()).toMatch(/retry-after: 2\r\n/i);
    expect(one.seen()).toMatch(/content-security-policy: default-src 'none'/i);
    expect(one.seen()).toMatch(/\{"code":"UNAVAILABLE","message":"[^"]+","requestId":"[^"]+"\}\s*$/);
    countTried("requests sent ahead", 1_400);
  });

  test("and reads nothing uses little memory, and others are still answered", async () => {
    const many = times(48, () => hold(get("/openapi.json").repeat(1_400)));
    await setTimeout(100);
    await expectReady();
    await expectLittleMemory();
    await untilGone(GONE_WITHIN_MS);
    await expectLittleMemory();
    for (const { end } of many) end();
    countTried("requests sent ahead", 48 * 1_400);
  }, 60_000);
});

test("readers that stall are disconnected, and use little memory until then", async () => {
  const stalled = times(CONNECTIONS, (place) => {
    const client = clients[place % FLOODING] as ServerClient;
    return place % 2
      ? hold(get("/v1/onboarding", bearer(client) + CLOSE))
      : hold(get("/openapi.json").repeat(UNANSWERED_MAX - 1) + get("/openapi.json", CLOSE));
  });
  await setTimeout(100);
  await expectReady();
  await expectLittleMemory();
  await untilGone(GONE_WITHIN_MS);
  await expectLittleMemory();
  for (const { end } of stalled) end();
  countTried("stalled readers", CONNECTIONS);
}, 60_000);

// runs in the long form only, because a slow reader takes half a minute
test.runIf(isLong)(
  "a reader who pauses for eight seconds at a time gets all answers",
  async () => {
    const { port, hostname } = new URL(server.url);
    const reader = connect({ port: Number(port), host: hostname });
    holding.push(reader);
    reader.write(get("/openapi.json").repeat(UNANSWERED_MAX - 1) + get("/openapi.json", CLOSE));
    let [bytes, answers] = [0, 0];
    reader.on("data", (part: Buffer) => {
      bytes += part.length;
      answers += part.toString("latin1").match(/HTTP\/1\.1 200/g)?.length ?? 0;
      // enough bytes for the system to see that some were read
      if (bytes > PAUSE_EVERY_BYTES) {
        bytes = 0;
        reader.pause();
        void setTimeout(8_000).then(() => reader.resume());
      }
    });
    await once(reader, "close");
    expect(answers).toBe(UNANSWERED_MAX);
  },
  60_000,
);

test("connections that drip and never close their half are closed a second after our answer", async () => {
  const head = `PUT /v1/onboarding HTTP/1.1\r\nHost: firsthand\r\n${bearer(first)}`;
  const body = `${head}Content-Type: application/json\r\nContent-Length: 50000\r\n\r\n{`;
  const headers = times(CONNECTIONS / 2, () => hold(`${head}X-Slow: `, { reads: true, drip: "x" }));
  const bodies = times(CONNECTIONS / 2, () => hold(body, { reads: true, drip: " " }));
  await expectReady();
  await expectLittleMemory();
  const livedHeaders = await Promise.all(headers.map(({ lived }) => lived));
  expect(Math.max(...livedHeaders)).toBeLessThan(HEADERS_MS + SOON_MS);
  const livedBodies = await Promise.all(bodies.map(({ lived }) => lived));
  expect(Math.max(...livedBodies)).toBeLessThan(BODY_MS + SOON_MS);
  await untilGone(SOON_MS);
  await expectLittleMemory();
  expect(new Set([...headers, ...bodies].map(({ seen }) => seen().slice(0, 12)))).toEqual(
    new Set(["HTTP/1.1 408"]),
  );
  countTried("dripping connections that never close", CONNECTIONS);
}, 60_000);

test.each([
  ["no route", "POST /no/such/path", 404],
  ["no session", "PUT /v1/onboarding", 401],
  ["no such method", "DELETE /v1/auth/exchange", 405],
])("a body for %s that keeps dripping is not waited for", async (_, line, status) => {
  const head = `${line} HTTP/1.1\r\nHost: firsthand\r\nContent-Type: application/json\r\n`;
  const one = hold(`${head}Content-Length: 3000\r\n\r\n[`, { reads: true, drip: "[" });
  await expect.poll(one.seen).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  await untilGone(SOON_MS);
});

test("deeply nested JSON, anywhere, does not block others", async () => {
  const deep = "[".repeat(4 * 1024 * 1024 - 100);
  const send = (path: string, method: string, more = {}) => {
    const headers = { "content-type": "application/json", "x-firsthand-console": "1", ...more };
    return statusOf(fetch(server.url + path, { method, headers, body: deep }));
  };
  const sent = times(4, (place) => [
    send("/no/such/path", "POST"),
    send("/v1/auth/logout", "POST"),
    send("/v1/manage/auth/sign-out", "POST"),
    send("/v1/onboarding", "PUT", { authorization: `Bearer ${clients[place]?.token}` }),
  ]).flat();
  const waits: number[] = [];
  for (let time = 0; time < 20; time++) waits.push(await readyMs());
  const statuses = await Promise.all(sent);
  expect(new Set(statuses)).not.toContain(200);
  if (isLong) expect(waits.sort((a, b) => a - b)[10]).toBeLessThan(200);
  await expectLittleMemory();
  countTried("bodies of deep JSON", sent.length);
}, 60_000);

test("20 simultaneous clients with maximum saves, submits and loads use little memory, and free it afterwards", async () => {
  const until = performance.now() + FLOOD_MS;
  const counts = new Map<number, number>();
  const unread: ReturnType<typeof hold>[] = [];
  const flood = async (client: ServerClient, place: number) => {
    for (let time = 0; performance.now() < until; time++) {
      const status = await statusOf(
        fetch(...saving(client, String.fromCharCode(0x61 + ((time + place) % 26)))),
      );
      counts.set(status, (counts.get(status) ?? 0) + 1);
      unread.push(hold(get("/v1/onboarding", bearer(client) + CLOSE)));
    }
  };
  const flooding = clients.flatMap((client) => times(4, (place) => flood(client, place * 7)));
  await setTimeout(FLOOD_MS / 2);
  await expectReady();
  await expectLittleMemory();
  await Promise.all(flooding);
  await untilGone(GONE_WITHIN_MS);
  await expectLittleMemory();
  // a refused caller gets an answer, and some callers are always served
  expect([...counts.keys()].filter((status) => ![200, 429, 503, 0].includes(status))).toEqual([]);
  expect(counts.get(200)).toBeGreaterThan(0);
  for (const { end } of unread) end();
  countTried(
    "saves of flooding clients",
    [...counts.values()].reduce((sum, count) => sum + count),
  );
}, 90_000);
