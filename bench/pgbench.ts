import { type ChildProcess, execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  type PostgresServer,
  postgresPrograms,
  startPostgres,
} from "../tests/support/peers/postgres-server.ts";
import { median, type Table } from "./figures.ts";
import { addClients, loadWithSaves, signIn } from "./save-load.ts";
import { startProcess } from "./start-process.ts";

/** Connections from browsers to the server. */
const CONNECTIONS = 50;
/** Connections to the database: as many as one of our servers opens, and as many as there are browsers. */
const DIRECT_CONNECTIONS = [10, CONNECTIONS];
const ROUND_SECONDS = 5;
const BODY_BYTES = 4_096;

const TABLES = `
  create table records (
    client integer primary key, revision integer not null, body bytea not null, saved_at bigint not null
  );
  create table revisions (
    client integer, revision integer, body bytea not null, saved_at bigint not null, primary key (client, revision)
  );
  create table idempotency_keys (
    client integer, idempotency_key text, revision integer not null, primary key (client, idempotency_key)
  );`;
const UPSERT = `insert into records values (:client_id, 1, :body, 1)
  on conflict (client) do update
    set revision = records.revision + 1, body = excluded.body, saved_at = excluded.saved_at
  returning revision`;
/** Each connection writes only its own rows. */
const SCRIPTS = {
  "the upsert": `${UPSERT};`,
  "the upsert, its history and its key": `begin;
${UPSERT} \\gset
insert into revisions values (:client_id, :revision, :body, 1);
insert into idempotency_keys values (:client_id, gen_random_uuid()::text, :revision);
commit;`,
};

type Contestant = { name: string; connections: number; savesASecond: () => Promise<number> };

/**
 * Saves, compared with what `pgbench` reaches on the same PostgreSQL without a server in between: the row of a record
 * alone, and with the rows of its history and its idempotency key. Its statements are prepared, and every commit is on
 * disk.
 */
export async function benchPgbench(rounds: number): Promise<Table[]> {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-bench-"));
  const children: ChildProcess[] = [];
  const postgres = await startPostgres();
  try {
    const ours = await startOurs(folder, postgres, children);
    return [await measure([ours, ...(await startTheirs(folder, postgres))], rounds)];
  } finally {
    for (const child of children) child.kill();
    await postgres.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startOurs(
  folder: string,
  postgres: PostgresServer,
  children: ChildProcess[],
): Promise<Contestant> {
  await postgres.run("create database firsthand");
  const env = {
    FIRSTHAND_SECRETS: join(folder, "secrets.json"),
    DATABASE_URL: postgres.url("firsthand"),
    FIRSTHAND_RATE_SESSION: "0",
    PORT: "0",
    NODE_ENV: "production",
  };
  const keys = await addClients(env, CONNECTIONS);
  const origin = await startProcess(["bin/firsthand.js", "serve"], env, children);
  const target = { url: `${origin}/v1/onboarding`, tokens: await signIn(origin, keys) };
  return {
    name: "Firsthand",
    connections: CONNECTIONS,
    async savesASecond() {
      const result = await loadWithSaves(target, { connections: CONNECTIONS, seconds: ROUND_SECONDS });
      return result.requests.average;
    },
  };
}

async function startTheirs(folder: string, postgres: PostgresServer): Promise<Contestant[]> {
  await postgres.run("create database pgbench");
  await postgres.run(TABLES, "pgbench");
  return Object.entries(SCRIPTS).flatMap(([name, script], place) => {
    const file = join(folder, `${place}.sql`);
    writeFileSync(file, script);
    return DIRECT_CONNECTIONS.map((connections) => ({
      name: `pgbench, ${name}`,
      connections,
      savesASecond: () => runPgbench(postgres, file, connections),
    }));
  });
}

/** Transactions a second. Throws if one fails. */
async function runPgbench(postgres: PostgresServer, file: string, connections: number): Promise<number> {
  // random, so that it is as hard to compress as encrypted data
  const body = `\\x${randomBytes(BODY_BYTES).toString("hex")}`;
  const { stdout } = await promisify(execFile)(join(postgresPrograms(), "pgbench"), [
    "--no-vacuum",
    "--protocol=prepared",
    `--client=${connections}`,
    `--time=${ROUND_SECONDS}`,
    `--define=body=${body}`,
    `--file=${file}`,
    postgres.url("pgbench"),
  ]);
  const rate = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
  if (rate === undefined || !/^number of failed transactions: 0 /m.test(stdout)) throw new Error(stdout);
  return Number(rate);
}

async function measure(contestants: Contestant[], rounds: number): Promise<Table> {
  const rates = new Map(contestants.map((each) => [each, [] as number[]]));
  for (let round = 0; round <= rounds; round++) {
    for (const contestant of contestants) {
      const rate = await contestant.savesASecond();
      // the first round warms up
      if (round > 0) rates.get(contestant)?.push(rate);
    }
  }
  const [ours = []] = rates.values();
  const rows = [...rates].map(([{ name, connections }, values]) => [
    name,
    String(connections),
    median(values).toFixed(0),
    median(values.map((value, round) => (ours[round] ?? Number.NaN) / value)).toFixed(2),
  ]);
  return { heads: ["4 kB saves", "connections", "a second", "Firsthand's rate / this"], rows };
}
