import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ClientList, clientFlags } from "../contract/manage/clients.ts";
import { openInstallation } from "../server/open-installation.ts";
import { readConfig } from "../server/settings/config.ts";
import { addAdministrator } from "./administrator.ts";
import { median, percentile, type Table } from "./figures.ts";
import { addListedClients } from "./listed-clients.ts";
import { type EngineName, openPlace } from "./places.ts";
import { addClients, loadWithSaves, signIn } from "./save-load.ts";
import { startProcess } from "./start-process.ts";

const SAVERS = 5;
const SAVE_SECONDS = 4;
const OVERVIEWS = 5;
const NEXT_PAGE = "the next page";

const CALLS = {
  "the first page": "/clients",
  [NEXT_PAGE]: "/clients",
  "the first page of a state": "/clients?state=submitted",
  "a search that finds few": "/clients?search=bakery%2079190",
  "a search that finds a quarter": "/clients?search=studio",
  ...Object.fromEntries(
    clientFlags.map((flag) => [`the filter ${flag}, with its counts`, `/clients?filter=${flag}`]),
  ),
  "the filter needs-you, with its counts": "/clients?filter=needs-you",
  "a tag of one in thirty": "/clients?tag=tg_bench",
  "all counts of filters": "/clients/counts",
  "the overview": "/overview",
  "the overview of 90 days": "/overview?days=90",
};

type Served = { url: string; administrator: string; savers: string[] };

/**
 * An administrator's lists with `clients` clients, as whole calls; and saves during five overviews, alternating with
 * saves alone.
 */
export async function benchLists(rounds: number, clients: number, on: EngineName): Promise<Table[]> {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-bench-"));
  const children: ChildProcess[] = [];
  const place = await openPlace(on, folder);
  try {
    const env = { ...place.env, FIRSTHAND_RATE_SESSION: "0", PORT: "0", NODE_ENV: "production" };
    const keys = await addClients(env, SAVERS);
    const { storage } = await openInstallation(readConfig(env));
    const administrator = await addAdministrator(storage);
    await storage.close();
    const engine = await place.openEngine();
    await addListedClients(engine, { wanted: clients, now: Date.now() });
    await engine.close();
    await place.settle();
    const url = await startProcess(["bin/firsthand.js", "serve"], env, children);
    const served = { url, administrator, savers: await signIn(url, keys) };
    const size = `${clients.toLocaleString("en")} clients on ${on}`;
    // during this, the server checks each client once, as it does after a start
    const saves = await measureSaves(served, size, rounds);
    return [await measureLists(served, size, rounds), saves];
  } finally {
    for (const child of children) child.kill();
    await place.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureLists(served: Served, size: string, rounds: number): Promise<Table> {
  const { next } = ((await ask(served, CALLS[NEXT_PAGE])).body as { data: ClientList }).data;
  const calls = { ...CALLS, [NEXT_PAGE]: `${CALLS[NEXT_PAGE]}?after=${next}` };
  const times = new Map(Object.keys(calls).map((name) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round++)
    for (const [name, path] of Object.entries(calls)) {
      const { ms } = await ask(served, path);
      // the first round warms up
      if (round > 0) times.get(name)?.push(ms);
    }
  const rows = [...times].map(([name, all]) => [name, median(all).toFixed(1), Math.max(...all).toFixed(1)]);
  return { heads: [`${size}, one call at a time`, "median ms", "longest ms"], rows };
}

async function measureSaves(served: Served, size: string, rounds: number): Promise<Table> {
  const alone: number[] = [];
  const longest: number[] = [];
  const ratios: number[] = [];
  let loads = 0;
  const load = () => {
    loads += 1;
    return loadWithSaves(
      { url: `${served.url}/v1/onboarding`, tokens: served.savers },
      // saving an existing record again would make no revision
      { connections: SAVERS, seconds: SAVE_SECONDS, rate: 100, first: loads * 1_000_000 },
    );
  };
  for (let round = 0; round <= rounds; round++) {
    const without = (await load()).latency.p99;
    const overviews = Array.from({ length: OVERVIEWS }, () => ask(served, CALLS["the overview"]));
    const [beside] = await Promise.all([load(), ...overviews]);
    if (round === 0) continue;
    alone.push(without);
    longest.push(beside.latency.max);
    ratios.push(beside.latency.max / Math.max(1, without));
  }
  const rows = [
    ["p99 of a save alone, ms", median(alone).toFixed(0), Math.max(...alone).toFixed(0)],
    ["longest save beside five overviews, ms", median(longest).toFixed(0), Math.max(...longest).toFixed(0)],
    ["longest to p99, in its round", median(ratios).toFixed(1), percentile(ratios, 1).toFixed(1)],
  ];
  return { heads: [`${size}, 100 saves of 4 kB a second`, "median", "largest"], rows };
}

async function ask({ url, administrator }: Served, path: string) {
  const began = performance.now();
  const response = await fetch(`${url}/v1/manage${path}`, {
    headers: { authorization: `Bearer ${administrator}` },
  });
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return { ms: performance.now() - began, body };
}
