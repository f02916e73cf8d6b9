import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { contentOfPostgres, contentOfSqlite, differingTables } from "../support/data/moved-content.ts";
import { randomOf, recordFigure, seed, tellSeed, trials } from "../support/faults/faults.ts";
import { addManyClients, addManyTakes } from "../support/faults/many-clients.ts";
import { type PostgresServer, startPostgres } from "../support/peers/postgres-server.ts";
import { commandLine } from "../support/service/command-line.ts";

const CLIENTS = trials(300, 10_000);
const ANSWER_LENGTH = 2_000;
const TAKE_BYTES = 20_000;
const INTERRUPTIONS = 2;
const PROGRAM = resolve(import.meta.dirname, "../../bin/firsthand.js");

let cli: ReturnType<typeof commandLine>;
let server: PostgresServer;
let file: string;
beforeEach(async (context) => {
  tellSeed(context);
  cli = commandLine();
  file = join(cli.data, "firsthand.db");
  await cli.addClient("Rosa");
  await addManyClients(file, CLIENTS, ANSWER_LENGTH);
  await addManyTakes(file, CLIENTS, TAKE_BYTES);
  server = await startPostgres();
  await server.run("create database moved");
}, 120_000);
afterEach(async () => {
  await server.remove();
  cli.remove();
});

/** Runs the command; with `killedAt`, kills it once that many rows of revisions and audio pieces are copied. */
async function migrate(killedAt?: number): Promise<number | null> {
  const env = { PATH: process.env.PATH, FIRSTHAND_DATA: cli.data };
  const args = [PROGRAM, "migrate", "--to", server.url("moved")];
  const child = spawn(process.execPath, args, { env, stdio: "ignore" });
  const ended = new Promise<number | null>((settle) => child.once("exit", settle));
  if (killedAt !== undefined) {
    while ((await rowsCopied()) < killedAt && child.exitCode === null) await setTimeout(5);
    child.kill("SIGKILL");
  }
  return ended;
}

async function rowsCopied(): Promise<number> {
  const sql = "select count(*)::int as n from pg_tables where tablename = 'audio_pieces'";
  if ((await server.run(sql, "moved"))[0]?.n === 0) return 0;
  const counted =
    "select (select count(*) from revisions)::int + (select count(*) from audio_pieces)::int as n";
  return Number((await server.run(counted, "moved"))[0]?.n);
}

test(
  `a migration of ${CLIENTS} clients with takes that is killed twice ends with equal data`,
  async () => {
    const before = contentOfSqlite(file);
    const random = randomOf(seed);
    const killedAt: number[] = [];
    for (let time = 0; time < INTERRUPTIONS; time++) {
      killedAt.push(Math.floor(random() * CLIENTS * 2));
      expect(await migrate(killedAt.at(-1))).toBeNull();
      expect(existsSync(file), "the source stays").toBe(true);
    }
    const began = performance.now();
    expect(await migrate()).toBe(0);
    const seconds = (performance.now() - began) / 1_000;
    const after = await contentOfPostgres(server, "moved");
    const differing = differingTables(before, after);
    recordFigure({
      promise: "P11",
      fault: `kill -9 of a migration of ${CLIENTS} clients with takes to PostgreSQL`,
      trials: INTERRUPTIONS,
      losses: differing.length,
      note: `killed at ${killedAt.join(" and ")} of ${2 * CLIENTS} rows; the last run took ${seconds.toFixed(1)} s, with every row compared`,
    });
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(differing).toEqual([]);
  },
  trials(180_000, 1_800_000),
);
