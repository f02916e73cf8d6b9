import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PostgresServer } from "../tests/support/peers/postgres-server.ts";
import { copyClients } from "./copied-clients.ts";
import { median, type Table } from "./figures.ts";
import { makeOriginals, serving } from "./originals.ts";
import { type EngineName, openPlace } from "./places.ts";
import { millisecondsOf, millisecondsOfPostgres } from "./processor-time.ts";
import { loadWithSaves, signIn } from "./save-load.ts";

const FEW = 1_000;
const CONNECTIONS = 50;
const ROUND_SECONDS = 6;
const KILOBYTE = 1024;

/** The figures of one load, per save unless noted. */
type Figures = {
  rate: number;
  p99: number;
  serverUs: number;
  databaseUs: number;
  walKilobytes: number;
  /** Full pages in the log: the first change to a page after a checkpoint logs all of it. */
  walPages: number;
  /** The percentage of transactions that were rolled back, and so run again. */
  again: number;
};
type Site = { name: string; load: () => Promise<Figures> };

/** Saves with a thousand stored clients and with many more, alternating, each on its own database and server. */
export async function benchGrowth(rounds: number, clients: number, on: EngineName): Promise<Table[]> {
  const few = { name: `${FEW.toLocaleString("en")} clients`, clients: FEW };
  const many = { name: `${clients.toLocaleString("en")} clients`, clients };
  return withSite(on, few, (first) =>
    withSite(on, many, async (second) => [
      tableOf(on, first, second, await inTurns([first, second], rounds)),
    ]),
  );
}

async function withSite<Result>(
  on: EngineName,
  { name, clients }: { name: string; clients: number },
  act: (site: Site) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-growth-"));
  const place = await openPlace(on, folder);
  try {
    const { keys } = await makeOriginals(place.env);
    const engine = await place.openEngine();
    await copyClients(engine, clients);
    await engine.close();
    await place.settle();
    return await serving(place.env, async ({ url, pid }) => {
      const calls = { url: `${url}/v1/onboarding`, tokens: await signIn(url, keys) };
      let loads = 0;
      const load = async () => {
        // so that this load does not pay for work that the previous one deferred
        await place.postgres?.run("checkpoint");
        const before = await used(pid, place.postgres);
        loads += 1;
        const { requests, latency } = await loadWithSaves(calls, {
          connections: CONNECTIONS,
          seconds: ROUND_SECONDS,
          // saving an existing record again would make no revision
          first: loads * 1_000_000,
        });
        const after = await used(pid, place.postgres);
        const each = (name: keyof typeof after) => (after[name] - before[name]) / requests.total;
        return {
          rate: requests.average,
          p99: latency.p99,
          serverUs: 1_000 * each("serverMs"),
          databaseUs: 1_000 * each("databaseMs"),
          walKilobytes: each("walBytes") / KILOBYTE,
          walPages: each("walPages"),
          again: (100 * each("rollbacks")) / (each("rollbacks") + each("commits")),
        };
      };
      return act({ name, load });
    });
  } finally {
    await place.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function used(server: number, postgres: PostgresServer | undefined) {
  const serverMs = millisecondsOf([server]);
  if (!postgres) return { serverMs, databaseMs: 0, walBytes: 0, walPages: 0, commits: 0, rollbacks: 0 };
  const [row = {}] = await postgres.run(`select wal_bytes, wal_fpi, xact_commit, xact_rollback
    from pg_stat_wal cross join pg_stat_database where datname = 'firsthand'`);
  return {
    serverMs,
    databaseMs: millisecondsOfPostgres(postgres),
    walBytes: Number(row.wal_bytes),
    walPages: Number(row.wal_fpi),
    commits: Number(row.xact_commit),
    rollbacks: Number(row.xact_rollback),
  };
}

async function inTurns(sites: Site[], rounds: number): Promise<Map<Site, Figures[]>> {
  const results = new Map(sites.map((site) => [site, [] as Figures[]]));
  for (let round = 0; round <= rounds; round++)
    for (const site of sites) {
      const figures = await site.load();
      // the first round warms up
      if (round > 0) results.get(site)?.push(figures);
    }
  return results;
}

function tableOf(on: EngineName, few: Site, many: Site, results: Map<Site, Figures[]>): Table {
  const of = (site: Site, value: (figures: Figures) => number) => (results.get(site) ?? []).map(value);
  const row = (name: string, value: (figures: Figures) => number, digits = 0) => {
    const [one, other] = [of(few, value), of(many, value)];
    const ratios = other.map((each, round) => each / (one[round] ?? Number.NaN));
    return [name, median(one).toFixed(digits), median(other).toFixed(digits), median(ratios).toFixed(2)];
  };
  const ofPostgres = [
    row("processor time of the database, µs a save", ({ databaseUs }) => databaseUs),
    row("log, kB a save", ({ walKilobytes }) => walKilobytes, 1),
    row("whole pages in it, a save", ({ walPages }) => walPages, 2),
    row("transactions run again, %", ({ again }) => again, 2),
  ];
  return {
    heads: [`4 kB saves on ${on}, ${CONNECTIONS} connections`, few.name, many.name, "ratio"],
    rows: [
      row("saves a second", ({ rate }) => rate),
      row("a save, p99 ms", ({ p99 }) => p99),
      row("processor time of the server, µs a save", ({ serverUs }) => serverUs),
      ...(on === "postgres" ? ofPostgres : []),
    ],
  };
}
