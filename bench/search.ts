import type { ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { setTimeout } from "node:timers/promises";
import type { SearchLine } from "../contract/manage/search.ts";
import { openInstallation } from "../server/open-installation.ts";
import { readConfig } from "../server/settings/config.ts";
import { startPostgres } from "../tests/support/peers/postgres-server.ts";
import { addAdministrator } from "./administrator.ts";
import { median, type Table } from "./figures.ts";
import { addClients, loadWithSaves, signIn } from "./save-load.ts";
import { addSearchedClients, WORD_OF_FEW } from "./searched-clients.ts";
import { startProcess } from "./start-process.ts";

const SAVERS = 5;
const SAVES_A_SECOND = 100;
const SAVE_SECONDS = 4;
/** By then, requests that were in progress when a load ended have been stored, even on a busy machine. */
const SETTLED_AFTER_MS = 2_000;
/** Several, since each may search only 30 times a minute. */
const ADMINISTRATORS = 20;

const QUERIES = {
  "what few have": WORD_OF_FEW,
  "a tool that all chose": "xero",
  "three words that all have": "invoices sunday evening",
  "what no client has": "zeppelin",
};

type Served = { url: string; pid: number; administrators: string[]; savers: string[] };
/** `processor`: processor time of the server's process, which does not depend on the machine's other work. */
type Figures = { first: number; whole: number; processor: number };

/** A search in all answers of `clients` clients on both engines, and saves while searches run one after the other. */
export async function benchSearch(rounds: number, clients: number): Promise<Table[]> {
  const postgres = await startPostgres();
  try {
    await postgres.run("create database firsthand");
    const onSqlite = await benchOn("SQLite", {}, rounds, clients);
    const url = { DATABASE_URL: postgres.url("firsthand") };
    return [...onSqlite, ...(await benchOn("PostgreSQL", url, rounds, clients))];
  } finally {
    await postgres.remove();
  }
}

async function benchOn(
  engine: string,
  database: NodeJS.ProcessEnv,
  rounds: number,
  clients: number,
): Promise<Table[]> {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-bench-"));
  const children: ChildProcess[] = [];
  try {
    const limits = { FIRSTHAND_RATE_SESSION: "0", PORT: "0", NODE_ENV: "production" };
    const secrets = { FIRSTHAND_SECRETS: join(folder, "secrets.json") };
    const env = { FIRSTHAND_DATA: folder, ...secrets, ...limits, ...database };
    const keys = await addClients(env, SAVERS);
    const { storage } = await openInstallation(readConfig(env));
    const administrators: string[] = [];
    for (let number = 0; number < ADMINISTRATORS; number++)
      administrators.push(await addAdministrator(storage, number));
    await storage.close();
    await addSearchedClients(env, clients);
    const url = await startProcess(["bin/firsthand.js", "serve"], env, children);
    const served = { url, pid: children.at(-1)?.pid ?? 0, administrators, savers: await signIn(url, keys) };
    const size = `${clients.toLocaleString("en")} clients of 4 kB on ${engine}`;
    return [await measureSearches(served, size, rounds), await measureSaves(served, size, rounds)];
  } finally {
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureSearches(served: Served, size: string, rounds: number): Promise<Table> {
  const figures = new Map(Object.keys(QUERIES).map((name) => [name, [] as Figures[]]));
  const started = await search(served, WORD_OF_FEW);
  for (let round = 0; round < rounds; round++)
    for (const [name, query] of Object.entries(QUERIES)) figures.get(name)?.push(await search(served, query));
  const rows = [...figures].map(([name, all]) => [name, ...cellsOf(all)]);
  rows.push(["what few have, with the start of the thread", ...cellsOf([started])]);
  return { heads: [size, "first hit, ms", "whole search, ms", "longest, ms", "processor, ms"], rows };
}

function cellsOf(figures: Figures[]): string[] {
  const firsts = figures.map(({ first }) => first).filter((first) => !Number.isNaN(first));
  const wholes = figures.map(({ whole }) => whole);
  return [
    firsts.length > 0 ? median(firsts).toFixed(0) : "none",
    median(wholes).toFixed(0),
    Math.max(...wholes).toFixed(0),
    median(figures.map(({ processor }) => processor)).toFixed(0),
  ];
}

/** Saves alone and during searches, alternating, so that both run under the same conditions. */
async function measureSaves(served: Served, size: string, rounds: number): Promise<Table> {
  const alone: number[] = [];
  const beside: number[] = [];
  let loads = 0;
  const load = async () => {
    loads += 1;
    await setTimeout(SETTLED_AFTER_MS);
    const { latency } = await loadWithSaves(
      { url: `${served.url}/v1/onboarding`, tokens: served.savers },
      // saving an existing record again would make no revision
      { connections: SAVERS, seconds: SAVE_SECONDS, rate: SAVES_A_SECOND, first: loads * 1_000_000 },
    );
    return latency.p99;
  };
  for (let round = 0; round <= rounds; round++) {
    const without = await load();
    const saving = { isOver: false };
    const [withSearches] = await Promise.all([
      load().finally(() => {
        saving.isOver = true;
      }),
      searchUntil(served, saving),
    ]);
    // the first round warms up
    if (round === 0) continue;
    alone.push(without);
    beside.push(withSearches);
  }
  const ratios = beside.map((each, round) => each / Math.max(1, alone[round] ?? 1));
  const rows = [
    ["p99 of a save alone, ms", median(alone).toFixed(0), Math.max(...alone).toFixed(0)],
    ["p99 of a save beside searches, ms", median(beside).toFixed(0), Math.max(...beside).toFixed(0)],
    ["the second to the first, in its round", median(ratios).toFixed(2), Math.max(...ratios).toFixed(2)],
  ];
  return { heads: [`${size}, ${SAVES_A_SECOND} saves of 4 kB a second`, "median", "largest"], rows };
}

async function searchUntil(served: Served, saving: { isOver: boolean }): Promise<void> {
  while (!saving.isOver) await search(served, WORD_OF_FEW);
}

let searches = 0;

async function search({ url, pid, administrators }: Served, query: string): Promise<Figures> {
  const administrator = administrators[searches++ % administrators.length];
  const began = performance.now();
  const processorBefore = processorMs(pid);
  const response = await fetch(`${url}/v1/manage/search`, {
    method: "POST",
    headers: { authorization: `Bearer ${administrator}`, "content-type": "application/json" },
    body: JSON.stringify({ query }),
  });
  if (!response.ok || !response.body) throw new Error(`search: ${response.status}`);
  let first = Number.NaN;
  let last: SearchLine | undefined;
  for await (const line of createInterface(Readable.fromWeb(response.body as ReadableStream))) {
    last = JSON.parse(line) as SearchLine;
    if (last.type === "hit" && Number.isNaN(first)) first = performance.now() - began;
  }
  if (last?.type !== "end" || last.outcome !== "complete") throw new Error("search: not complete");
  return { first, whole: performance.now() - began, processor: processorMs(pid) - processorBefore };
}

/** The unit of the times in Linux's /proc. */
const TICKS_A_SECOND = 100;

function processorMs(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ")
    .slice(11, 13);
  return ((Number(user) + Number(system)) * 1_000) / TICKS_A_SECOND;
}
