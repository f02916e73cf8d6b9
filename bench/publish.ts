import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bars, type Chart, growth } from "./charts.ts";
import { markdownOf, type Table } from "./figures.ts";
import { installPackages } from "./install-packages.ts";
import { type Result, readResults } from "./results.ts";

/**
 * Writes the kept results of the benches into the docs: each table between `<!-- bench.number -->` and `<!-- / -->`,
 * and the charts. `node bench/publish.ts`
 */
const DOCS = join(import.meta.dirname, "../docs");
const PAGES = ["performance.md", "capacity.md"];
const MARKED = /(<!-- ([\w-]+)\.(\d) -->\n)[\s\S]*?(<!-- \/ -->)/g;
const results = readResults();

for (const page of PAGES) {
  const file = join(DOCS, page);
  const filled = readFileSync(file, "utf8").replace(
    MARKED,
    (_all, begin: string, bench: string, number: string, end: string) =>
      `${begin}\n${tableOf(bench, Number(number))}\n\n${end}`,
  );
  writeFileSync(file, filled);
}
drawCharts();

function tableOf(bench: string, number: number): string {
  const result = resultOf(bench);
  const taken = result.rounds === undefined ? "" : `, ${roundsOf(result.rounds)}`;
  return `${markdownOf(nth(bench, number))}\n\nMeasured ${result.measured}${taken}, Node ${result.node.slice(1)}.`;
}

function roundsOf(rounds: number): string {
  return rounds === 1 ? "one round" : `medians of ${rounds} rounds`;
}

function resultOf(bench: string): Result {
  const result = results[bench];
  if (!result)
    throw new Error(`Nothing is stored for "${bench}". Run: npm run bench -- --only ${bench} --keep`);
  return result;
}

function nth(bench: string, number: number): Table {
  const table = resultOf(bench).tables[number - 1];
  if (!table) throw new Error(`"${bench}" has no table ${number}`);
  return table;
}

function drawCharts(): void {
  const folder = join(import.meta.dirname, "charts");
  installPackages(folder);
  const charts: { [name: string]: Chart } = {
    "first-input": bars({
      title: "First usable input",
      subtitle: "seconds, Slow 4G, processor slowed four times; the same thirteen questions",
      table: nth("first-input", 1),
      column: "first usable input, s",
    }),
    saves: bars({
      title: "Durable saves of a 4 kB record",
      subtitle: "a second, 50 connections; logarithmic",
      table: nth("peer-servers", 1),
      column: "saves/s",
      isLogarithmic: true,
    }),
    memory: bars({
      title: "Memory at rest",
      subtitle: "MB, five seconds after the start",
      table: nth("peer-servers", 2),
      column: "memory at rest, MB",
    }),
  };
  if (results["capacity-sqlite"] && results["capacity-postgres"]) charts.growth = chartOfGrowth();
  execFileSync(process.execPath, [join(folder, "draw.ts"), join(DOCS, "images")], {
    input: JSON.stringify(charts),
    stdio: ["pipe", "inherit", "inherit"],
  });
}

function chartOfGrowth(): Chart {
  return growth({
    title: "What grows with the clients stored",
    subtitle: "times what it is with the fewest",
    tables: { SQLite: nth("capacity-sqlite", 1), PostgreSQL: nth("capacity-postgres", 1) },
    rows: [
      "opening an interview, p50 ms",
      "4 kB saves a second, 50 clients",
      "from start to ready, ms",
      "memory of the server, idle, MB",
    ],
  });
}
