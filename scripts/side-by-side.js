import { spawn } from "node:child_process";
import { root } from "./install.js";

/**
 * Runs programs in parallel. Prints each one's output when it ends, and returns their exit codes in order, or the
 * signal that ended a program.
 */
export function runSideBySide(commands, env) {
  return Promise.all(
    commands.map(
      ([program, ...args]) =>
        new Promise((ended) => {
          const child = spawn(program, args, { cwd: root, env });
          let said = "";
          for (const stream of [child.stdout, child.stderr])
            stream.setEncoding("utf8").on("data", (text) => {
              said += text;
            });
          child.on("error", ({ message }) => {
            said += `${message}\n`;
          });
          child.on("close", (code, signal) => {
            process.stdout.write(`\n== ${[program, ...args].join(" ")}\n${said}`);
            ended(code ?? signal);
          });
        }),
    ),
  );
}
