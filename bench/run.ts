import { cpus } from "node:os";
import { Command, InvalidArgumentError, Option } from "commander";
import { benchAskAnew } from "./ask-anew.ts";
import { benchConsole } from "./console.ts";
import { benchEditor } from "./editor.ts";
import { benchFirstInput } from "./first-input.ts";
import { benchGrowth } from "./growth.ts";
import { benchIdle } from "./idle.ts";
import { benchInterview } from "./interview.ts";
import { benchKeystrokes } from "./keystrokes.ts";
import { benchLists } from "./lists.ts";
import { benchPeerServers } from "./peer-servers.ts";
import { benchPgbench } from "./pgbench.ts";
import { ENGINES, type EngineName } from "./places.ts";
import { benchQueues } from "./queues.ts";
import { report } from "./results.ts";
import { benchSaves } from "./saves.ts";
import { benchSearch } from "./search.ts";
import { benchServers } from "./servers.ts";
import { benchSizes } from "./sizes.ts";

const benches = {
  sizes: benchSizes,
  saves: benchSaves,
  idle: benchIdle,
  queues: benchQueues,
  servers: benchServers,
  pgbench: benchPgbench,
  keystrokes: benchKeystrokes,
  editor: benchEditor,
  "first-input": benchFirstInput,
  interview: benchInterview,
  console: benchConsole,
  lists: benchLists,
  growth: benchGrowth,
  search: benchSearch,
  "ask-anew": benchAskAnew,
  "peer-servers": benchPeerServers,
};

/** Runs the measurements and prints them as Markdown tables. */
const { rounds, only, keep, clients, engine } = new Command("npm run bench --")
  .addOption(new Option("--only <name>", "one of them alone").choices(Object.keys(benches)))
  .addOption(new Option("--rounds <count>", "how often each is taken").default(9).argParser(parseCount))
  .addOption(
    new Option("--clients <count>", "how many are stored for lists, search and growth")
      .default(10_000)
      .argParser(parseCount),
  )
  .addOption(
    new Option("--engine <name>", "on which lists and growth are measured")
      .choices(ENGINES)
      .default("sqlite"),
  )
  .option(
    "--keep",
    "write what is found to bench/results.json, of which bench/publish.ts makes the docs",
    false,
  )
  .showHelpAfterError()
  .parse()
  .opts<{ rounds: number; only?: string; keep: boolean; clients: number; engine: EngineName }>();

process.stdout.write(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, medians of ${rounds} rounds\n`,
);
for (const [name, bench] of Object.entries(benches)) {
  if (only === undefined || only === name)
    report(keptAs(name), await bench(rounds, clients, engine), { isKept: keep, rounds });
}

/** The name for keeping results: some benches run at several sizes or on one of two engines. */
function keptAs(name: string): string {
  if (name === "search") return `${name}-${clients}`;
  return name === "lists" || name === "growth" ? `${name}-${engine}-${clients}` : name;
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError("A whole number from 1 on.");
  return count;
}
