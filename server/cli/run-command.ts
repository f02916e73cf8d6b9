import { CommanderError } from "commander";
import { shownText } from "#contract/manage/answers/shown-text.ts";
import { ConfigError } from "../settings/config.ts";
import { StorageRefusal, StorageUnavailable } from "../storage/engine/faults.ts";
import { CommandError } from "./command.ts";
import { buildProgram } from "./program.ts";

/**
 * Runs one command, and reports on standard error why it could not be done. Returns the exit code: 0 for success, 1 for
 * failure, 2 for wrong usage. Throws any other error.
 */
export async function runCommand(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    await buildProgram(env).parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    return report(error);
  }
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const isExpected = [CommandError, ConfigError, StorageRefusal, StorageUnavailable].some(
    (kind) => error instanceof kind,
  );
  if (!isExpected) throw error;
  process.stderr.write(shownText(`${messageOf(error as Error)}\n`));
  return error instanceof ConfigError ? 2 : 1;
}

/** The message of an unavailable database says only what is wrong; an operator also needs what to do. */
function messageOf(error: Error): string {
  const hasRemedy = error instanceof StorageUnavailable && error.remedy !== error.message;
  return hasRemedy ? `The database is unavailable: ${error.remedy}` : error.message;
}
