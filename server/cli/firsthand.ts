import { CommanderError } from "commander";
import { shownText } from "#contract/manage/answers/shown-text.ts";
import { ConfigError } from "../settings/config.ts";
import { StorageRefusal, StorageUnavailable } from "../storage/engine/faults.ts";
import { CommandError } from "./command.ts";
import { buildProgram } from "./program.ts";

// the reader of the output may stop early, as `head` does
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

/** Exit codes: 0 done, 1 it could not be done, 2 the command was not understood. */
try {
  await buildProgram(process.env).parseAsync(process.argv);
} catch (error) {
  process.exitCode = report(error);
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const isExpected = [CommandError, ConfigError, StorageRefusal, StorageUnavailable].some(
    (kind) => error instanceof kind,
  );
  if (!isExpected) throw error;
  process.stderr.write(shownText(`${(error as Error).message}\n`));
  return error instanceof ConfigError ? 2 : 1;
}
