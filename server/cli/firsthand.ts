import { runCommand } from "./run-command.ts";

// a reader such as `head` may close the output early
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await runCommand(process.argv.slice(2), process.env);
