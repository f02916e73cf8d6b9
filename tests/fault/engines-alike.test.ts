import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres } from "../../server/storage/postgres/postgres.ts";
import { openSqlite } from "../../server/storage/sqlite/sqlite.ts";
import { type Pair, playAlike, tellDifference } from "../support/faults/engines-alike.ts";
import { recordFigure, seed, tellSeed, trials } from "../support/faults/faults.ts";
import { type PostgresServer, startPostgres } from "../support/peers/postgres-server.ts";
import { emptySqlite, renewPostgres, tablesOfSqlite } from "../support/service/opened-database.ts";
import { sequence } from "../support/storage-calls/sequence.ts";

const SEQUENCES = trials(15, 1_000);
const CALLS = 30;

let folder: string;
let server: PostgresServer;
let pair: Pair;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "firsthand-alike-"));
  // nothing here must survive a power cut, and the calls alone should decide where rows lie
  server = await startPostgres({ fsync: "off", full_page_writes: "off", autovacuum: "off" });
  await server.run("create database alike");
  const sqlite = await openSqlite(join(folder, "firsthand.db"));
  const postgres = await openPostgres([server.url("alike")]);
  pair = {
    engines: [
      { name: "SQLite", engine: sqlite, empty: () => emptySqlite(sqlite) },
      { name: "PostgreSQL", engine: postgres, empty: () => renewPostgres(postgres) },
    ],
    tables: await sqlite.read(tablesOfSqlite),
  };
});
afterAll(async () => {
  await Promise.all(pair.engines.map(({ engine }) => engine.close()));
  await server.remove();
  rmSync(folder, { recursive: true });
});

test(
  `${SEQUENCES} random sequences of calls have the same results on SQLite and PostgreSQL`,
  async (context) => {
    tellSeed(context);
    let calls = 0;
    const property = fc.asyncProperty(sequence(CALLS), async (steps) => {
      calls += steps.length;
      await playAlike(pair, steps);
    });
    const found = await fc.check(property, { seed, numRuns: SEQUENCES });
    recordFigure({
      promise: "P11",
      fault: "random sequences of calls, on SQLite and PostgreSQL",
      trials: found.numRuns,
      losses: Number(found.failed),
      note: `${calls} calls, each result compared, and all that could be read back after each sequence`,
    });
    if (found.failed) expect.fail(tellDifference(found));
  },
  trials(300_000, 3_600_000),
);
