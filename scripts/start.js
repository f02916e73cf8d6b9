// npm start: installs what is missing, builds what has changed, and starts the server. Any Node.js can run this file.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { endWithParent } from "./end-with-parent.js";
import { install, root, run, secondsSince } from "./install.js";

const SOURCES = [
  "contract",
  "web",
  "console",
  "server",
  "scripts/build.ts",
  "scripts/build-server.ts",
  "scripts/vite-messages.ts",
  "vite.config.ts",
  "package-lock.json",
];
const STAMP = join(root, "dist/sources");

const env = await install();
buildWhereChanged();
serve();

function buildWhereChanged() {
  const fingerprint = fingerprintOf(SOURCES);
  const isBuilt = existsSync(join(root, "dist/web/index.html")) && existsSync(STAMP);
  if (isBuilt && readFileSync(STAMP, "utf8") === fingerprint) return;
  const begun = performance.now();
  process.stdout.write("Building the pages and the server...\n");
  run("node", ["scripts/build.ts"], env);
  writeFileSync(STAMP, fingerprint);
  process.stdout.write(`Built the pages and the server in ${secondsSince(begun)} s.\n`);
}

function fingerprintOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap(filesBelow)) hash.update(path).update(readFileSync(join(root, path)));
  return hash.digest("hex");
}

function filesBelow(path) {
  if (/\.\w+$/.test(path)) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`));
}

function serve() {
  const server = spawn("node", ["bin/firsthand.js", "serve"], {
    cwd: root,
    stdio: "inherit",
    // saves 5 MB: by default, glibc keeps freed memory for each of Node's threads
    env: { MALLOC_ARENA_MAX: "2", ...env },
  });
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => server.kill(signal));
  // under npm, the server must not outlive the shell; a person who runs this file directly may close the shell
  if (process.env.npm_lifecycle_event === "start") endWithParent(server);
  server.on("exit", (code) => process.exit(code ?? 1));
}
