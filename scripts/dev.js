// npm run dev: server, app and console, all reloading when a file changes.
import { spawn } from "node:child_process";
import { install, root, run } from "./install.js";

const env = await install();
// the server also serves the built page, and does not start without one
run("node", ["scripts/build.ts"], env);
const programs = [
  ["node", ["--watch", "server/cli/firsthand.ts", "serve"]],
  ["vite", ["--clearScreen=false"]],
  ["vite", ["console", "--config", "vite.config.ts", "--base", "/console/", "--clearScreen=false"]],
].map(([program, args]) => spawn(program, args, { cwd: root, stdio: "inherit", env }));

function stop() {
  for (const program of programs) program.kill();
}
for (const program of programs) program.on("exit", stop);
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, stop);
