import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { markdownOf, type Table } from "./figures.ts";

/** The results of a bench when they were last kept. */
export type Result = {
  /** The day, UTC. */
  measured: string;
  /** How many times each figure was measured; absent if the table shows that number. */
  rounds?: number;
  node: string;
  tables: Table[];
};

const FILE = join(import.meta.dirname, "results.json");

/** The kept results by bench, from which `publish.ts` makes tables and charts. */
export function readResults(): { [bench: string]: Result } {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : {};
}

/** Prints the results of a bench, and keeps them if `isKept`. */
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
