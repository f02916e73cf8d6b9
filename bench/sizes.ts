import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Table } from "./figures.ts";

type Checked = { name: string; size: number; sizeLimit: number };

/** What a browser downloads, in Brotli, compared with the budgets in `.size-limit.json`, which `npm test` enforces. */
export async function benchSizes(): Promise<Table[]> {
  const program = join(import.meta.dirname, "../node_modules/.bin/size-limit");
  const checked = JSON.parse(execFileSync(program, ["--json"], { encoding: "utf8" })) as Checked[];
  const kB = (bytes: number) => (bytes / 1000).toFixed(1);
  const rows = checked.map(({ name, size, sizeLimit }) => [name, kB(size), kB(sizeLimit)]);
  return [{ heads: ["brotli", "kB", "budget"], rows }];
}
