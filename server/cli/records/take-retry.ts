import type { Command } from "commander";
import type { TakeState } from "#contract/api/calls.ts";
import { pluralize } from "../../runtime/pluralize.ts";
import type { Storage } from "../../storage/storage.ts";
import type { TakeName } from "../../storage/takes/take-references.ts";
import { CommandError, command, print, withInstallation } from "../command.ts";

/** In these states a recording can be retried, because its audio is still stored. */
const RETRIED: TakeState[] = ["queued", "failed", "silent", "not-transcribed"];

type Options = { failed?: boolean; json?: boolean };

export function takeRetry(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "retry",
    describe: "Transcribe a recording again; a running server starts at once",
    example: "take retry cl_0123456789abcdef0123 7f0c5b1e-3c56-4d0f-9d1b-0b9f6f3f2a10",
  })
    .argument("[clientId]", 'from "take list"')
    .argument("[takeId]", 'from "take list"')
    .option("--failed", "all failed recordings of all clients")
    .option("--json", "print JSON")
    .action(async (clientId: string | undefined, takeId: string | undefined, options: Options) => {
      const isAll = options.failed === true;
      const name = clientId && takeId ? { clientId, takeId } : undefined;
      if (isAll ? clientId !== undefined : !name) {
        throw new CommandError(
          'Name a recording, as in "take retry <clientId> <takeId>", or add --failed for all failed recordings.',
        );
      }
      const queued = await withInstallation(env, ({ storage }) =>
        name ? retryOne(storage, name) : retryFailed(storage),
      );
      print({ queued }, options.json, [`${pluralize(queued.length, "recording")} queued.`]);
    });
}

async function retryOne(storage: Pick<Storage, "takes">, name: TakeName): Promise<TakeName[]> {
  const found = await storage.takes.requeue(name, RETRIED, Date.now());
  if (!found) {
    throw new CommandError(
      `There is no recording ${name.takeId} of ${name.clientId}. Run "firsthand take list" to see all recordings.`,
    );
  }
  if (!RETRIED.includes(found)) {
    throw new CommandError(
      `Recording ${name.takeId} can't be transcribed. It is still uploading, already transcribed, or was refused. Run "firsthand take list ${name.clientId}" to see its state.`,
    );
  }
  return [name];
}

async function retryFailed(storage: Pick<Storage, "takes">): Promise<TakeName[]> {
  const takes = await storage.takes.list();
  const queued: TakeName[] = [];
  for (const { clientId, takeId, state } of takes) {
    if (state !== "failed") continue;
    const found = await storage.takes.requeue({ clientId, takeId }, ["failed"], Date.now());
    if (found === "failed") queued.push({ clientId, takeId });
  }
  return queued;
}
