#!/usr/bin/env node
// Plain JavaScript that any Node understands: it finds the Node 24 that scripts/install.js has fetched.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { newestProgram } from "./program.js";

const NEEDED = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const fetched = join(root, `scripts/node24/node_modules/node-${process.platform}-${process.arch}/bin/node`);

if (Number(process.versions.node.split(".")[0]) >= NEEDED) {
  await import(newestProgram());
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
