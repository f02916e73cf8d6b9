import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { randomOf, recordFigure, seed, tellSeed, trials } from "../support/faults/faults.ts";
import { type AcknowledgedSave, missingSaves, type Writers, writersOf } from "../support/faults/writers.ts";
import { type Ending, sendOnce } from "../support/peers/http-connection.ts";
import { type PostgresServer, startPostgres } from "../support/peers/postgres-server.ts";
import { type ServerClient, type ServerProcess, serverProcess } from "../support/service/server-process.ts";

const WRITERS = 50;
const REFUSED_WITHIN_MS = 2_000;
const BACK_WITHIN_MS = 2_000;
const TERMINATIONS = 50;

let postgres: PostgresServer;
let server: ServerProcess;
let clients: ServerClient[];
let writers: Writers;
beforeEach(async (context) => {
  tellSeed(context);
  postgres = await startPostgres();
  await postgres.run("create database firsthand");
  server = await serverProcess({
    DATABASE_URL: postgres.url("firsthand"),
    FIRSTHAND_SECRETS: `${postgres.folder}/secrets.json`,
    FIRSTHAND_LOG_LEVEL: "silent",
  });
  await server.start();
  clients = await server.signIn(WRITERS);
  writers = writersOf(server.url, clients, { isPatient: true, pauseMs: 200 });
}, 60_000);
afterEach(async () => {
  writers.close();
  await server.close();
  await postgres.remove();
});

type Answered = Extract<Ending, { kind: "answered" }> & { ms: number };

/** Expects an answer, whatever it says. */
async function ask(path: string, token?: string): Promise<Answered> {
  const began = performance.now();
  const ending = await sendOnce(server.url, { method: "GET", path, token });
  if (ending.kind !== "answered") throw new Error(`${path}: ${ending.kind}`);
  return { ...ending, ms: performance.now() - began };
}

async function untilReady(): Promise<number> {
  const began = performance.now();
  while ((await ask("/readyz")).status !== 200) await setTimeout(20);
  return performance.now() - began;
}

test(
  "a database that disappears and returns costs no acknowledged save, and the server continues",
  async () => {
    const random = randomOf(seed);
    const cycles = trials(2, 20);
    let slowestRefusalMs = 0;
    let slowestReturnMs = 0;
    writers.start();
    await writers.everyoneSaves();
    for (let cycle = 0; cycle < cycles; cycle++) {
      await postgres.stop("immediate");
      const refused = await ask("/v1/onboarding", clients[0]?.token);
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      slowestRefusalMs = Math.max(slowestRefusalMs, refused.ms);
      const ready = await ask("/readyz");
      expect([ready.status, JSON.parse(ready.body)]).toMatchObject([503, { reason: "database" }]);
      expect((await ask("/healthz")).status).toBe(200);
      await setTimeout(random() * 500);
      await postgres.start();
      slowestReturnMs = Math.max(slowestReturnMs, await untilReady());
      await writers.everyoneSaves();
    }
    for (let time = 0; time < TERMINATIONS; time++) {
      await postgres.run(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'firsthand'",
      );
      await setTimeout(random() * 50);
    }
    await writers.everyoneSaves();
    await writers.stop();
    const acknowledged: AcknowledgedSave[] = writers.takeAcknowledged();
    const missing = await server.withStorage((storage) => missingSaves(storage, acknowledged));
    recordFigure({
      promise: "P6",
      fault: `PostgreSQL stopped at once and started, then its connections ended ${TERMINATIONS} times, under ${WRITERS} writers`,
      trials: cycles,
      losses: missing.length,
      note: `${acknowledged.length} saves acknowledged; refused within ${Math.ceil(slowestRefusalMs)} ms, ready ${Math.ceil(slowestReturnMs)} ms after the database at most`,
    });
    expect(missing).toEqual([]);
    expect(slowestRefusalMs).toBeLessThan(REFUSED_WITHIN_MS);
    expect(slowestReturnMs).toBeLessThan(BACK_WITHIN_MS);
    // the process is still the one that was started, and it exits cleanly
    expect((await server.stop("SIGTERM")).code).toBe(0);
  },
  trials(120_000, 900_000),
);
