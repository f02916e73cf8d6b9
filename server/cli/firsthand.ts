import { runCommand } from "./run-command.ts";

// the reader of the output may stop early, as `head` does
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await runCommand(process.argv.slice(2), process.env);
