import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";

/** Stand-ins for the server and for our start script. */
const SERVER = `
process.on("SIGTERM", () => { console.log("ended gracefully"); process.exit(0); });
setInterval(() => {}, 1000);
console.log("running");
`;
const START = `
import { spawn } from "node:child_process";
import { endWithParent } from "./end-with-parent.js";
const server = spawn(process.execPath, ["server.js"], { stdio: "inherit" });
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => server.kill(signal));
endWithParent(server);
server.on("exit", (code) => process.exit(code ?? 1));
`;

let folder: string;
let npm: ChildProcessByStdio<null, Readable, null>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "firsthand-npm-start-"));
  mkdirSync(join(folder, "scripts"));
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ type: "module", scripts: { start: "node scripts/start.js" } }),
  );
  copyFileSync(
    join(import.meta.dirname, "../../scripts/end-with-parent.js"),
    join(folder, "scripts/end-with-parent.js"),
  );
  writeFileSync(join(folder, "scripts/start.js"), START);
  writeFileSync(join(folder, "server.js"), SERVER);
});
afterEach(() => {
  endGroup(npm);
  rmSync(folder, { recursive: true });
});

/** Ends the processes that are left over when a test fails. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

test("SIGTERM to npm start gracefully ends every process it has started", async () => {
  npm = spawn("npm", ["start"], { cwd: folder, stdio: ["ignore", "pipe", "inherit"], detached: true });
  const { stdout } = npm;
  let output = "";
  // the pipe ends when the last process that holds it ends
  const closed = once(stdout, "end");
  await new Promise<void>((settle) => {
    stdout.on("data", (part) => {
      output += part;
      if (output.includes("running")) settle();
    });
  });
  npm.kill("SIGTERM");
  await closed;
  expect(output).toContain("ended gracefully");
});
