import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROGRAM, PROGRAM_ENV } from "./program.ts";

type Env = { [name: string]: string };

/**
 * Stands in for `npm start` without its build: it would serve until it is stopped; here it returns once the server is
 * ready.
 */
const START = `
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
const server = spawn("firsthand", ["serve"], { env: { ...process.env, PORT: "0" }, stdio: ["ignore", "pipe", "inherit"] });
const lines = createInterface(server.stdout);
lines.on("line", (line) => line.startsWith("Firsthand is ready: ") && server.kill());
server.on("exit", (code) => process.exit(code ?? 1));
`;

/**
 * The programs of the machine that a page may use; a page that needs another program must add it here or be listed as
 * not run.
 */
const ALLOWED = ["cat", "chmod", "cp", "curl", "mkdir", "openssl", "pg_dump", "psql", "sh"];
const machine = `export PATH='${PROGRAM_ENV.PATH}'`;
const onlyFirsthand = '[ "$1" = firsthand ] && exec "$@"';
const programs = {
  ...Object.fromEntries(ALLOWED.map((name) => [name, `${machine}; exec ${name} "$@"`])),
  firsthand: `${machine}; exec "${process.execPath}" "${PROGRAM}" "$@"`,
  npx: onlyFirsthand,
  sudo: onlyFirsthand,
  npm: `[ "$*" = start ] && exec "${process.execPath}" "\${0%npm}start.mjs"`,
};

/** A person at a shell in a folder who types what a page says. curl exits with 22 if a request is refused. */
export function reader(folder: string, env: Env) {
  const bin = join(folder, "bin");
  const work = join(folder, "work");
  for (const each of [bin, work]) mkdirSync(each);
  writeFileSync(join(bin, "start.mjs"), START);
  for (const [name, text] of Object.entries(programs))
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  writeFileSync(join(folder, ".curlrc"), "fail-with-body\n");
  // answers the only question that a page's commands ask
  writeFileSync(join(folder, "typed"), "publish\n");
  const own = { ...PROGRAM_ENV, ...env, HOME: folder, PATH: bin };
  return {
    /** The folder in which commands run and programs are found. */
    work,
    path: bin,
    /** Runs commands up to the first that fails; returns everything that they printed. */
    type: (commands: readonly string[], more: Env = {}): Promise<{ status: number; printed: string }> =>
      new Promise((settle) => {
        const script = ["set -e", "exec < ../typed", ...commands].join("\n");
        execFile(
          "/bin/sh",
          ["-c", script],
          { cwd: work, env: { ...own, ...more } },
          (error, stdout, stderr) =>
            settle({ status: Number(error?.code ?? 0), printed: `${stdout}${stderr}` }),
        );
      }),
  };
}
