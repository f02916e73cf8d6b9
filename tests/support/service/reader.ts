import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROGRAM, PROGRAM_ENV } from "./program.ts";

type Env = { [name: string]: string };

/** `npm start` without its build: it serves until it is stopped, and here until it is ready. */
const START = `
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
const server = spawn("firsthand", ["serve"], { env: { ...process.env, PORT: "0" }, stdio: ["ignore", "pipe", "inherit"] });
const lines = createInterface(server.stdout);
lines.on("line", (line) => line.startsWith("Firsthand is ready: ") && server.kill());
server.on("exit", (code) => process.exit(code ?? 1));
`;

/** What a page may run of the machine's programs: what it adds is not found until it is here, or listed as not run. */
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

/** Somebody at a shell in a folder, who types what a page says. A refused request ends curl with 22. */
export function reader(folder: string, env: Env) {
  const bin = join(folder, "bin");
  const work = join(folder, "work");
  for (const each of [bin, work]) mkdirSync(each);
  writeFileSync(join(bin, "start.mjs"), START);
  for (const [name, text] of Object.entries(programs))
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  writeFileSync(join(folder, ".curlrc"), "fail-with-body\n");
  // the one question that a page leads to
  writeFileSync(join(folder, "typed"), "publish\n");
  const own = { ...PROGRAM_ENV, ...env, HOME: folder, PATH: bin };
  return {
    /** Where the commands are typed, and where the programs are found. */
    work,
    path: bin,
    /** To the first command that fails; what all of them printed. */
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
