import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { table } from "./figures.ts";

type Checked = { name: string; size: number; sizeLimit: number };

/** What a browser downloads, compressed by brotli, against the budgets, which `npm test` holds: `.size-limit.json`. */
export function benchSizes(): string {
  const program = join(import.meta.dirname, "../node_modules/.bin/size-limit");
  const checked = JSON.parse(execFileSync(program, ["--json"], { encoding: "utf8" })) as Checked[];
  const kB = (bytes: number) => (bytes / 1000).toFixed(1);
  return table(
    ["brotli", "kB", "budget"],
    checked.map(({ name, size, sizeLimit }) => [name, kB(size), kB(sizeLimit)]),
  );
}
