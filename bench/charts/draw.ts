// Run by publish.ts: reads charts as JSON from standard input, and draws each into a file in the folder given as the
// argument.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parse, View } from "vega";
import { compile } from "vega-lite";

const [folder = "."] = process.argv.slice(2);
const charts = JSON.parse(await text(process.stdin)) as { [name: string]: Parameters<typeof compile>[0] };
for (const [name, chart] of Object.entries(charts)) {
  const view = new View(parse(compile(chart).spec), { renderer: "none" });
  writeFileSync(join(folder, `${name}.svg`), `${await view.toSVG()}\n`);
}
