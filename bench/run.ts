import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { benchConsole } from "./console.ts";
import { benchKeystrokes } from "./keystrokes.ts";
import { benchSaves } from "./saves.ts";
import { benchSizes } from "./sizes.ts";

/** npm run bench [-- --rounds 9] [-- --only sizes|saves|keystrokes|console]: every measurement, as Markdown tables. */
const { values } = parseArgs({
  options: { rounds: { type: "string", default: "9" }, only: { type: "string" } },
});
const rounds = Number(values.rounds);
const benches = {
  sizes: benchSizes,
  saves: () => benchSaves(rounds),
  keystrokes: () => benchKeystrokes(rounds),
  console: () => benchConsole(rounds),
};

process.stdout.write(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, medians of ${rounds} rounds\n`,
);
for (const [name, bench] of Object.entries(benches)) {
  if (values.only === undefined || values.only === name)
    process.stdout.write(`\n## ${name}\n\n${await bench()}\n`);
}
