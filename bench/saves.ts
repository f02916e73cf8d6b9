import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Result } from "autocannon";
import { median, type Table } from "./figures.ts";
import { addClients, loadWithLoads, loadWithSaves, signIn } from "./save-load.ts";
import { startProcess } from "./start-process.ts";

const CONNECTIONS = 50;
const ROUND_SECONDS = 4;

type Target = { name: string; url: string; tokens: string[] };

/**
 * Durable 4 kB saves, compared with a bare server and with one that makes the same writes; and loads of a record,
 * compared with a bare server that answers the same bytes from memory.
 */
export async function benchSaves(rounds: number): Promise<Table[]> {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-bench-"));
  const children: ChildProcess[] = [];
  try {
    const ours = await startOurs(join(folder, "ours"), children);
    const watched = await startOurs(join(folder, "watched"), children, { FIRSTHAND_METRICS_PORT: "0" });
    const bare = (mode: string) => startBare(mode, join(folder, `${mode}.db`), children);
    const { tokens } = ours;
    const echo = { name: "bare node:http, no storage", url: `${await bare("echo")}/`, tokens };
    const saving = [
      ours,
      { ...watched, name: "Firsthand, with metrics" },
      echo,
      { name: "bare node:http, the same writes", url: `${await bare("writes")}/`, tokens },
    ];
    const saves = await measure(saving, rounds, { what: "4 kB saves", load: loadWithSaves });
    await handOver(ours, echo);
    const loads = await measure([ours, echo], rounds, { what: "loads of 4 kB", load: loadWithLoads });
    return [saves, loads];
  } finally {
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startOurs(
  folder: string,
  children: ChildProcess[],
  more: NodeJS.ProcessEnv = {},
): Promise<Target> {
  const env = {
    ...more,
    FIRSTHAND_DATA: folder,
    FIRSTHAND_RATE_SESSION: "0",
    PORT: "0",
    NODE_ENV: "production",
  };
  const keys = await addClients(env, CONNECTIONS);
  const url = await startProcess(["bin/firsthand.js", "serve"], env, children);
  const tokens = await signIn(url, keys);
  return { name: "Firsthand", url: `${url}/v1/onboarding`, tokens };
}

function startBare(mode: string, file: string, children: ChildProcess[]): Promise<string> {
  return startProcess(["bench/bare-server.ts", mode, file], {}, children);
}

/** Copies the stored records, so that both servers answer the same. */
async function handOver(from: Target, to: Target): Promise<void> {
  for (const token of from.tokens) {
    const headers = { authorization: `Bearer ${token}` };
    const body = await (await fetch(from.url, { headers })).text();
    await fetch(to.url, { method: "PUT", headers, body });
  }
}

type Measuring = {
  what: string;
  load: (target: Target, load: { connections: number; seconds: number }) => Promise<Result>;
};

async function measure(targets: Target[], rounds: number, { what, load }: Measuring): Promise<Table> {
  const results = new Map(targets.map(({ name }) => [name, [] as Result[]]));
  for (let round = 0; round <= rounds; round++) {
    for (const target of targets) {
      const result = await load(target, { connections: CONNECTIONS, seconds: ROUND_SECONDS });
      // the first round warms up
      if (round > 0) results.get(target.name)?.push(result);
    }
  }
  const rates = (name: string) => (results.get(name) ?? []).map((result) => result.requests.average);
  const first = targets[0]?.name ?? "";
  const rows = targets.map(({ name }) => {
    const runs = results.get(name) ?? [];
    const ratios = rates(first).map((rate, round) => rate / (rates(name)[round] ?? Number.NaN));
    return [
      name,
      median(rates(name)).toFixed(0),
      median(runs.map((run) => run.latency.p50)).toFixed(0),
      median(runs.map((run) => run.latency.p99)).toFixed(0),
      median(ratios).toFixed(2),
    ];
  });
  const heads = [`${what}, ${CONNECTIONS} connections`, "a second", "p50 ms", "p99 ms"];
  return { heads: [...heads, "Firsthand's rate / this"], rows };
}
