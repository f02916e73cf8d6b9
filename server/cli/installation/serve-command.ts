import type { Command } from "commander";
import { readConfig } from "../../settings/config.ts";
import { command } from "../command.ts";

export function serveCommand(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "serve",
    describe: "Run the server until it gets SIGTERM or Ctrl+C",
    example: "serve",
  }).action(async () => {
    // imported here, so that other commands do not load the whole server
    const { serve } = await import("../../main.ts");
    await serve(readConfig(env), (line) => process.stdout.write(`${line}\n`));
  });
}
