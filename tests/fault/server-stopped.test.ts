import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { randomOf, recordFigure, seed, tellSeed, trials } from "../support/faults/faults.ts";
import {
  type AcknowledgedSave,
  missingSaves,
  type Save,
  saveRequest,
  storedSaves,
  writersOf,
} from "../support/faults/writers.ts";
import { type Ending, sendOnce } from "../support/peers/http-connection.ts";
import { type ServerClient, type ServerProcess, serverProcess } from "../support/service/server-process.ts";

const STOP_LIMIT_MS = 8_000;
const SILENT_LIMIT_MS = 5_000;
const SAVED_AGAIN_LIMIT_MS = 10_000;
const SUBMIT_EVERY = 3;
const LONG_ANSWERS = 4;

let server: ServerProcess;
beforeEach(async (context) => {
  tellSeed(context);
  server = await serverProcess();
  await server.start();
});
afterEach(() => server.close());

/** The unanswered saves that the server stored: it accepted them, and the answer was lost. */
function storedWithoutAnswer(saves: Save[]): Promise<Save[]> {
  return server.withStorage((storage) => storedSaves(storage, saves));
}

function missing(saves: AcknowledgedSave[]): Promise<AcknowledgedSave[]> {
  return server.withStorage((storage) => missingSaves(storage, saves));
}

test(
  "SIGTERM under 50 writers loses no accepted request",
  async () => {
    const random = randomOf(seed);
    const count = trials(3, 20);
    const writers = writersOf(server.url, await server.signIn(50));
    const lost: Save[] = [];
    let slowestMs = 0;
    let acknowledged = 0;
    for (let trial = 0; trial < count; trial++) {
      writers.start();
      await setTimeout(50 + random() * 250);
      const { code, ms } = await server.stop("SIGTERM");
      expect(code).toBe(0);
      slowestMs = Math.max(slowestMs, ms);
      await writers.stop();
      await server.start();
      const fresh = writers.takeAcknowledged();
      acknowledged += fresh.length;
      lost.push(...(await missing(fresh)), ...(await storedWithoutAnswer(writers.unanswered())));
      lost.push(...writers.takeCuts());
    }
    recordFigure({
      promise: "P5",
      fault: "SIGTERM under 50 writers",
      trials: count,
      losses: lost.length,
      note: `${acknowledged} saves acknowledged, stopped within ${Math.ceil(slowestMs)} ms`,
    });
    expect(lost).toEqual([]);
    expect(slowestMs).toBeLessThan(STOP_LIMIT_MS);
    writers.close();
  },
  trials(120_000, 600_000),
);

test("SIGTERM while bodies are still being sent: each started request is answered", async () => {
  const clients = await server.signIn(20);
  const begun = clients.map(() => Promise.withResolvers<void>());
  const gate = Promise.withResolvers<void>();
  const endings = clients.map(({ token }, place) => {
    const request = saveRequest(token, firstSave(`${place}`));
    const beforeBody = () => {
      begun[place]?.resolve();
      return gate.promise;
    };
    return sendOnce(server.url, { ...request, beforeBody });
  });
  await Promise.all(begun.map(({ promise }) => promise));
  const stopped = server.stop("SIGTERM");
  await refusesConnections();
  gate.resolve();
  expect((await Promise.all(endings)).map(statusOf)).toEqual(clients.map(() => 200));
  expect(await stopped).toMatchObject({ code: 0 });
  recordFigure({
    promise: "P5",
    fault: "SIGTERM in the middle of bodies",
    trials: clients.length,
    losses: 0,
  });
});

test("SIGTERM with connections that never sent anything does not wait for them", async () => {
  const silent = await Promise.all(Array.from({ length: 20 }, openConnection));
  const { code, ms } = await server.stop("SIGTERM");
  expect(code).toBe(0);
  expect(ms).toBeLessThan(SILENT_LIMIT_MS);
  for (const socket of silent) socket.destroy();
});

test("SIGTERM while a client reads long answers slowly: they are sent completely", async () => {
  const [client] = await server.signIn(1);
  const responses = Array.from({ length: 190 }, (_, place) => ({
    content: `${place} ${"x".repeat(19_000)}`,
  }));
  const save = saveRequest(client?.token ?? "", firstSave("long"));
  await sendOnce(server.url, { ...save, body: { data: { "customer-acquisition": { responses } } } });
  const load = `GET /v1/onboarding HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client?.token}\r\n\r\n`;
  const socket = await openConnection();
  // makes the answers together larger than the system's buffers
  socket.write(load.repeat(LONG_ANSWERS));
  const [first] = (await once(socket, "data")) as [Buffer];
  socket.pause();
  const stopped = server.stop("SIGTERM");
  await refusesConnections();
  let received = first.toString("latin1");
  socket.setEncoding("latin1").on("data", (part: string) => {
    received += part;
  });
  socket.resume();
  await once(socket, "close");
  expect(received.split("HTTP/1.1 200 OK").slice(1)).toHaveLength(LONG_ANSWERS);
  expect(received.match(/"189 x{19000}"/g)).toHaveLength(LONG_ANSWERS);
  expect(await stopped).toMatchObject({ code: 0 });
  recordFigure({
    promise: "P5",
    fault: "SIGTERM in the middle of long answers",
    trials: LONG_ANSWERS,
    losses: 0,
  });
});

describe.each(["SIGTERM", "SIGKILL"] as const)("%s", (signal) => {
  const clientCount = trials(60, 500);

  test(
    `restarts with ${clientCount} clients on kept-alive connections lose and duplicate nothing`,
    async () => {
      const random = randomOf(seed);
      const count = trials(2, 10);
      const clients = await server.signIn(clientCount);
      const writers = writersOf(server.url, clients, { submitEvery: SUBMIT_EVERY });
      const readyMs: number[] = [];
      const savedAgainMs: number[] = [];
      writers.start();
      await writers.everyoneSaves();
      for (let trial = 0; trial < count; trial++) {
        await setTimeout(random() * 200);
        await server.stop(signal);
        const began = performance.now();
        const everyone = writers.everyoneSaves();
        readyMs.push(await server.start());
        await everyone;
        savedAgainMs.push(performance.now() - began);
      }
      await writers.stop();
      writers.close();
      const acknowledged = writers.takeAcknowledged();
      const lost = await missing(acknowledged);
      const wrong = await wrongSubmissions(clients, acknowledged);
      const cuts = writers.takeCuts();
      recordFigure({
        promise: "P5",
        fault: `${signal} with ${clientCount} clients`,
        trials: count,
        losses: lost.length + wrong.length + (signal === "SIGTERM" ? cuts.length : 0),
        note: `${acknowledged.length} saves acknowledged, ${writers.notAccepted()} requests not accepted and sent again; at most ${Math.ceil(Math.max(...readyMs))} ms to be ready again, ${Math.ceil(Math.max(...savedAgainMs))} ms until every client had saved again`,
      });
      expect({ lost, wrong }).toEqual({ lost: [], wrong: [] });
      if (signal === "SIGTERM") expect(cuts).toEqual([]);
      expect(Math.max(...savedAgainMs)).toBeLessThan(SAVED_AGAIN_LIMIT_MS);
    },
    trials(120_000, 600_000),
  );
});

/** Acknowledged submits that are not there exactly once, and submissions that were never sent. */
async function wrongSubmissions(clients: ServerClient[], saves: AcknowledgedSave[]): Promise<string[]> {
  const expected = saves
    .filter(({ submit }) => submit)
    .map(({ clientId, revision }) => `${clientId} ${revision}`);
  const stored = await server.withStorage(async (storage) => {
    const lists = clients.map(async ({ clientId }) =>
      (await storage.records.listSubmissions(clientId)).map(({ revision }) => `${clientId} ${revision}`),
    );
    return (await Promise.all(lists)).flat();
  });
  const isOnce = (name: string) => stored.filter((other) => other === name).length === 1;
  return [...expected.filter((name) => !isOnce(name)), ...stored.filter((name) => !expected.includes(name))];
}

function firstSave(content: string): Omit<Save, "clientId"> {
  return { content, expectedRevision: 0, idempotencyKey: content, submit: false };
}

function statusOf(ending: Ending): number | string {
  return ending.kind === "answered" ? ending.status : ending.kind;
}

async function openConnection() {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname).on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

function refusesConnections() {
  return vi.waitFor(async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const isRefused = await once(socket, "connect").then(
      () => false,
      () => true,
    );
    socket.destroy();
    expect(isRefused).toBe(true);
  });
}
