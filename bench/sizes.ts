import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { table } from "./figures.ts";

const SITE = join(import.meta.dirname, "../dist/web");

/** What a browser downloads, compressed by brotli, against the budgets. */
export function benchSizes(): string {
  const page = readFileSync(join(SITE, "index.html"), "utf8");
  const assets = readdirSync(join(SITE, "assets")).filter((name) => /\.(js|css)$/.test(name));
  const first = assets.filter((name) => page.includes(name));
  const sizeOf = (names: string[], ending: string) =>
    names
      .filter((name) => name.endsWith(ending))
      .reduce((sum, name) => sum + statSync(join(SITE, "assets", `${name}.br`)).size, 0) / 1000;
  return table(
    ["brotli, kB", "JavaScript", "budget", "CSS"],
    [
      [
        "first load, the access screen",
        sizeOf(first, ".js").toFixed(1),
        "80",
        sizeOf(first, ".css").toFixed(1),
      ],
      ["the whole interview", sizeOf(assets, ".js").toFixed(1), "130", sizeOf(assets, ".css").toFixed(1)],
    ],
  );
}
