import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { markdownOf, type Table } from "./figures.ts";

/** What a bench found when it was last kept. */
export type Result = {
  /** The day, UTC. */
  measured: string;
  /** How many times each figure was measured; absent if the table shows that number. */
  rounds?: number;
  node: string;
  tables: Table[];
};

const FILE = join(import.meta.dirname, "results.json");

/** By the name of the bench; what `publish.ts` makes tables and charts of. */
export function readResults(): { [bench: string]: Result } {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : {};
}

/** Prints what a bench found, and keeps it where that is wished. */
export function report(
  bench: string,
  tables: Table[],
  { isKept, rounds }: { isKept: boolean; rounds?: number },
): void {
  process.stdout.write(`\n## ${bench}\n\n${tables.map(markdownOf).join("\n\n")}\n`);
  if (!isKept) return;
  const measured = new Date().toISOString().slice(0, 10);
  const result: Result = { measured, node: process.version, tables, ...(rounds !== undefined && { rounds }) };
  writeFileSync(FILE, `${JSON.stringify({ ...readResults(), [bench]: result }, null, 1)}\n`);
}
