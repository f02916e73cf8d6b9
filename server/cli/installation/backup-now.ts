import { type Command, InvalidArgumentError, Option } from "commander";
import { isoOf } from "#contract/instants.ts";
import { backupsIn, newestBy } from "../../backups/backup-folder.ts";
import { installationIdOf } from "../../backups/fetch-backup.ts";
import { copyOffSite, type MadeBackup, makeBackup } from "../../backups/make-backup.ts";
import { pluralize } from "../../runtime/pluralize.ts";
import type { Config } from "../../settings/config.ts";
import { StorageRefusal } from "../../storage/engine/faults.ts";
import { CommandError, command, print } from "../command.ts";
import { yieldToServer } from "../yield-to-server.ts";
import { backupSettings, offSiteOf, writtenLines } from "./backups-of.ts";

type Options = { unlessSince?: number; json?: boolean };

export function backupNow(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "now",
    describe: "Make the nightly backup now: check it, copy it to object storage, and delete old ones",
    example: "backup now",
  })
    .addOption(
      new Option(
        "--unless-since <time>",
        "only if the newest backup is older than this time, such as 2026-11-28T03:00Z; missing copies are always made",
      ).argParser(parseInstant),
    )
    .option("--json", "print JSON")
    .action(async ({ unlessSince, json }: Options) => {
      const { config, folder } = backupSettings(env);
      refuseWhereOff(config);
      yieldToServer();
      const asOf = isoOf(Date.now());
      const newest = newestBy(backupsIn(folder), Date.now());
      const isThere = unlessSince !== undefined && newest !== undefined && newest.madeAt >= unlessSince;
      const made = isThere ? undefined : await makeBackup(config, { folder, clock: Date.now });
      const copying = await copied(config, folder);
      print(factsOf(made, copying), json, [
        ...(made ? writtenLines({ ...made, databaseFile: config.databaseFile, asOf }) : []),
        ...(made || !newest ? [] : [`A recent backup exists: ${newest.name}`]),
        ...droppedLine(made?.dropped ?? []),
        ...copyLines(copying),
      ]);
      if (copying.problem !== undefined)
        throw new CommandError(`The backup is on this machine only: ${copying.problem}`);
    });
}

function refuseWhereOff({ backupFolder }: Config): void {
  if (backupFolder !== undefined) return;
  throw new CommandError(
    'FIRSTHAND_BACKUP_DIR is off. Set it to a folder, or name a file: "firsthand backup FILE".',
  );
}

function parseInstant(text: string): number {
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) throw new InvalidArgumentError("Expected a time, such as 2026-11-28T03:00Z.");
  return instant;
}

/** `names`: the uploaded backups; undefined if no object storage is set. */
type Copying = { names: string[] | undefined; problem?: string };

/** A failed upload does not affect the local backup. */
async function copied(config: Config, folder: string): Promise<Copying> {
  const offSite = offSiteOf(config);
  const installationId = installationIdOf(config);
  if (!offSite || installationId === undefined) return { names: undefined };
  try {
    const names = await copyOffSite(config, { folder, installationId, offSite, clock: Date.now });
    return { names };
  } catch (error) {
    if (!(error instanceof StorageRefusal)) throw error;
    return { names: [], problem: error.message };
  }
}

function factsOf(made: MadeBackup | undefined, { names, problem }: Copying) {
  const backup = made && {
    file: made.file,
    bytes: made.bytes,
    clients: made.clients,
    records: made.records,
    schemaVersion: made.schemaVersion,
  };
  return {
    made: backup ?? null,
    deleted: made?.dropped ?? [],
    copied: names ?? null,
    problem: problem ?? null,
  };
}

function droppedLine(dropped: string[]): string[] {
  return dropped.length > 0 ? [`Deleted: ${pluralize(dropped.length, "old backup")}`] : [];
}

function copyLines({ names, problem }: Copying): string[] {
  if (names === undefined)
    return ["Not copied: no object storage for backups is set (FIRSTHAND_BACKUP_S3_ENDPOINT)."];
  return problem === undefined
    ? [`Copied to object storage: ${names.join(", ") || "nothing was missing"}`]
    : [];
}
