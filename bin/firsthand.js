#!/usr/bin/env node
// Plain JavaScript that any Node understands: it finds the Node 24 that scripts/install.js has fetched.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const NEEDED = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const fetched = join(root, `scripts/node24/node_modules/node-${process.platform}-${process.arch}/bin/node`);
const built = join(root, "dist/server/firsthand.js");
const source = join(root, "server/cli/firsthand.ts");

if (Number(process.versions.node.split(".")[0]) >= NEEDED) {
  await import(isBuiltFromSource() ? built : source);
} else if (existsSync(fetched)) {
  const itself = fileURLToPath(import.meta.url);
  const child = spawn(fetched, [itself, ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(signal ? 1 : code));
} else {
  process.stderr.write(
    `Firsthand needs Node.js ${NEEDED} or newer, and this is ${process.versions.node}. Run "npm run build", which fetches it for Linux, or install Node.js ${NEEDED} from https://nodejs.org.\n`,
  );
  process.exit(1);
}

/** What was built runs, unless somebody has changed the source since. */
function isBuiltFromSource() {
  if (!existsSync(built)) return false;
  const { mtimeMs } = statSync(built);
  return ["package-lock.json", "contract", "server"].every(
    (name) => !isChangedSince(join(root, name), mtimeMs),
  );
}

function isChangedSince(path, time) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return false;
  if (stats.mtimeMs > time) return true;
  return stats.isDirectory() && readdirSync(path).some((name) => isChangedSince(join(path, name), time));
}
