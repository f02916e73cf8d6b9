import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PostgresServer, startPostgres } from "../tests/support/peers/postgres-server.ts";
import { median, type Table } from "./figures.ts";
import { millisecondsOf, millisecondsOfPostgres } from "./processor-time.ts";
import { addClients, loadWithSaves, signIn } from "./save-load.ts";
import { startProcess } from "./start-process.ts";

const SERVERS = [1, 2, 3];
const CONNECTIONS = 48;
const ROUND_SECONDS = 6;
/** The share of one server's highest rate. */
const SHARE_OF_MOST = 0.3;

type Server = { url: string; pid: number };
type Site = { servers: Server[]; tokens: string[]; database: PostgresServer | undefined };
/**
 * `rate`: saves a second. `server` and `database`: milliseconds of processor time for a save, of all servers together
 * and of the database.
 */
type Figures = { rate: number; server: number; database: number };

/** The cost of a save with one, two and three servers on one PostgreSQL, and on SQLite, under the same load. */
export async function benchServers(rounds: number): Promise<Table[]> {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-bench-"));
  const children: ChildProcess[] = [];
  const postgres = await startPostgres();
  try {
    await postgres.run("create database firsthand");
    const secrets = { FIRSTHAND_SECRETS: join(folder, "secrets.json") };
    const onPostgres = { ...secrets, DATABASE_URL: postgres.url("firsthand") };
    const three = await startServers(onPostgres, Math.max(...SERVERS), children, postgres);
    const one = await startServers({ FIRSTHAND_DATA: join(folder, "sqlite") }, 1, children, undefined);
    return await measure(three, one, rounds);
  } finally {
    for (const child of children) child.kill();
    await postgres.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startServers(
  engine: NodeJS.ProcessEnv,
  count: number,
  children: ChildProcess[],
  database: PostgresServer | undefined,
): Promise<Site> {
  const env = { ...engine, FIRSTHAND_RATE_SESSION: "0", PORT: "0", NODE_ENV: "production" };
  const keys = await addClients(env, CONNECTIONS);
  const servers: Server[] = [];
  for (let place = 0; place < count; place++) {
    const url = await startProcess(["bin/firsthand.js", "serve"], env, children);
    servers.push({ url: `${url}/v1/onboarding`, pid: children.at(-1)?.pid ?? 0 });
  }
  const [first] = servers;
  return { servers, tokens: await signIn(new URL(first?.url ?? "").origin, keys), database };
}

async function measure(three: Site, one: Site, rounds: number): Promise<Table[]> {
  const withServers = (count: number): Site => ({ ...three, servers: three.servers.slice(0, count) });
  const onPostgres = SERVERS.map((count): [string, Site] => [`${count} on PostgreSQL`, withServers(count)]);
  const most = await inTurns(
    [
      ["1 on PostgreSQL", withServers(1)],
      ["1 on SQLite", one],
    ],
    rounds,
    undefined,
  );
  const rates = most.get("1 on PostgreSQL")?.map(({ rate }) => rate) ?? [];
  const fixed = await inTurns([...onPostgres, ["1 on SQLite", one]], rounds, SHARE_OF_MOST * median(rates));
  const share = `${SHARE_OF_MOST * 100} % of that on PostgreSQL`;
  return [tableOf("as many 4 kB saves as go", most), tableOf(share, fixed)];
}

async function inTurns(sites: [string, Site][], rounds: number, rate: number | undefined) {
  const results = new Map(sites.map(([name]) => [name, [] as Figures[]]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, site] of sites) {
      const figures = await load(site, rate);
      // the first round warms up
      if (round > 0) results.get(name)?.push(figures);
    }
  }
  return results;
}

/** Spreads the connections over the servers, as a load balancer does. */
async function load({ servers, tokens, database }: Site, rate: number | undefined): Promise<Figures> {
  const share = CONNECTIONS / servers.length;
  const used = () => ({
    servers: millisecondsOf(servers.map(({ pid }) => pid)),
    database: database ? millisecondsOfPostgres(database) : 0,
  });
  const before = used();
  const results = await Promise.all(
    servers.map(({ url }, place) =>
      loadWithSaves(
        { url, tokens: tokens.slice(place * share, (place + 1) * share) },
        {
          connections: share,
          seconds: ROUND_SECONDS,
          ...(rate !== undefined && { rate: rate / servers.length }),
        },
      ),
    ),
  );
  const after = used();
  const saves = results.reduce((sum, { requests }) => sum + requests.total, 0);
  return {
    rate: saves / ROUND_SECONDS,
    server: (after.servers - before.servers) / saves,
    database: (after.database - before.database) / saves,
  };
}

function tableOf(heading: string, results: Map<string, Figures[]>): Table {
  const cells = [...results].map(([name, figures]) => {
    const of = (value: (each: Figures) => number, digits = 0) => median(figures.map(value)).toFixed(digits);
    return [
      name,
      of(({ rate }) => rate),
      of(({ server }) => server * 1000),
      of(({ database }) => database * 1000),
      of(({ server, database }) => (100 * database) / (server + database)),
    ];
  });
  const heads = [heading, "saves/s", "server µs a save", "database µs a save", "database's share, %"];
  return { heads, rows: cells };
}
