import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { copyClients } from "./copied-clients.ts";
import { percentile } from "./figures.ts";
import { type Account, makeOriginals, ORIGINALS, serving } from "./originals.ts";
import { ENGINES, type EngineName, openPlace, type Place } from "./places.ts";
import { residentBytes } from "./resident-bytes.ts";
import { report } from "./results.ts";
import { loadWithSaves, signIn } from "./save-load.ts";

const CALLS = 200;
const LIST_CALLS = 5;
const CONNECTIONS = 50;
const LOAD_SECONDS = 6;
/** Saves a second beside the overviews. */
const BESIDE_RATE = 100;
const KILOBYTE = 1024;

const LISTS = {
  "the first page of clients": "/clients",
  "a search": "/clients?search=client%2017-2",
  "those who have stalled": "/clients?filter=stalled",
  "the overview": "/overview",
};

type Row = [name: string, value: string];

const command = new Command("node scripts/run.js bench/capacity.ts")
  .description(
    "What one server costs with so many clients stored. Each size is filled up from the one before.",
  )
  .addOption(new Option("--engine <name>").choices(ENGINES).makeOptionMandatory())
  .option("--keep", "write what is found to bench/results.json", false)
  .addArgument(new Argument("<clients...>", "rising").argParser(parseSize))
  .showHelpAfterError()
  .parse();
type Options = { engine: EngineName; keep: boolean };
await run(command.opts<Options>(), command.processedArgs[0] as number[]);

async function run({ engine, keep: isKept }: Options, sizes: number[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-capacity-"));
  const place = await openPlace(engine, folder);
  try {
    const account = await makeOriginals(place.env);
    const columns: Row[][] = [];
    for (const size of sizes) {
      const filling = await place.openEngine();
      await copyClients(filling, size);
      await filling.close();
      await place.settle();
      columns.push(await measure(place, account));
      process.stderr.write(`${size} clients measured\n`);
    }
    const rows = (columns[0] ?? []).map(([name], row) => [
      name,
      ...columns.map((column) => column[row]?.[1] ?? ""),
    ]);
    const heads = [
      `one server on ${engine}, clients stored`,
      ...sizes.map((size) => size.toLocaleString("en")),
    ];
    report(`capacity-${engine}`, [{ heads, rows }], { isKept });
  } finally {
    await place.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

function measure(place: Place, { keys, administrator }: Account): Promise<Row[]> {
  return serving(place.env, async ({ url, pid, readyMs }) => {
    const idle = residentBytes(pid);
    const calls = { url: `${url}/v1/onboarding`, tokens: await signIn(url, keys) };
    const listed: Row[] = [];
    for (const [name, path] of Object.entries(LISTS)) {
      const ask = () => timed(`${url}/v1/manage${path}`, administrator).catch(() => Number.NaN);
      const times = await repeated(LIST_CALLS, ask);
      listed.push([
        `${name}, p50 ms`,
        times.some(Number.isNaN) ? "refused" : percentile(times, 0.5).toFixed(0),
      ]);
    }
    const loads = await repeated(CALLS, (call) => timed(calls.url, calls.tokens[call % ORIGINALS] ?? ""));
    // saving an existing record again would make no revision
    const saving = { seconds: LOAD_SECONDS, first: ORIGINALS };
    const most = await loadWithSaves(calls, { ...saving, connections: CONNECTIONS });
    const [beside] = await Promise.all([
      // the server closes a connection after 1,000 requests
      loadWithSaves(calls, { ...saving, connections: 1, rate: BESIDE_RATE }),
      repeated(LIST_CALLS, () => timed(`${url}/v1/manage/overview`, administrator).catch(() => Number.NaN)),
    ]);
    return [
      ["stored, MB", ((await place.size()) / KILOBYTE ** 2).toFixed(0)],
      ["from start to ready, ms", readyMs.toFixed(0)],
      ["memory of the server, idle, MB", (idle / KILOBYTE ** 2).toFixed(0)],
      ["opening an interview, p50 ms", percentile(loads, 0.5).toFixed(1)],
      ["opening an interview, p99 ms", percentile(loads, 0.99).toFixed(1)],
      ["4 kB saves a second, 50 clients", most.requests.average.toFixed(0)],
      ["a save of them, p99 ms", most.latency.p99.toFixed(0)],
      ...listed,
      ["longest save beside five overviews, ms", beside.latency.max.toFixed(0)],
    ];
  });
}

async function repeated(times: number, act: (call: number) => Promise<number>): Promise<number[]> {
  const all: number[] = [];
  for (let call = 0; call < times; call++) all.push(await act(call));
  return all;
}

/** The milliseconds from the request to the end of the answer. */
async function timed(address: string, token: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return performance.now() - began;
}

/** Commander passes the sizes one at a time, with the earlier ones in `before`. */
function parseSize(text: string, before: number[] | undefined): number[] {
  const size = Number(text);
  if (!Number.isInteger(size) || size < ORIGINALS)
    throw new InvalidArgumentError(`A whole number from ${ORIGINALS} on.`);
  return [...(before ?? []), size];
}
