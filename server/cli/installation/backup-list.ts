import type { Command } from "commander";
import { isoOf } from "#contract/instants.ts";
import { backupsIn } from "../../backups/backup-folder.ts";
import { installationIdOf, OFF_SITE_MARK } from "../../backups/fetch-backup.ts";
import type { OffSiteBackup } from "../../backups/off-site.ts";
import type { Config } from "../../settings/config.ts";
import { StorageRefusal } from "../../storage/engine/faults.ts";
import { command, print, table } from "../command.ts";
import { backupSettings, offSiteOf } from "./backups-of.ts";

type Listed = { name: string; madeAt: string; bytes: number; isInFolder: boolean; isOffSite: boolean };
/** `problem`: why object storage could not be read. */
type Copies = { backups: OffSiteBackup[]; problem?: string };

export function backupList(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "list",
    describe: "List the backups on this machine and in object storage",
    example: "backup list",
  })
    .option("--json", "print JSON")
    .action(async ({ json }: { json?: boolean }) => {
      const { config, folder } = backupSettings(env);
      const { backups: copies, problem } = await copiesOf(config);
      const listed = listedOf(config, folder, copies);
      const rows = listed.map(({ name, madeAt, bytes, isInFolder, isOffSite }) => [
        name,
        madeAt,
        bytes.toLocaleString("en"),
        [...(isInFolder ? ["this machine"] : []), ...(isOffSite ? ["object storage"] : [])].join(", "),
      ]);
      print({ folder, backups: listed, problem: problem ?? null }, json, [
        ...(rows.length > 0 ? table(["BACKUP", "MADE", "BYTES", "WHERE"], rows) : [noneLine(folder)]),
        ...(problem === undefined ? [] : [`Warning: ${problem}`]),
      ]);
    });
}

async function copiesOf(config: Config): Promise<Copies> {
  try {
    return { backups: (await offSiteOf(config)?.list()) ?? [] };
  } catch (error) {
    if (!(error instanceof StorageRefusal)) throw error;
    return { backups: [], problem: error.message };
  }
}

/**
 * A copy of another installation is listed under the name by which it can be restored; so is each copy if no database
 * exists yet.
 */
function listedOf(config: Config, folder: string, copies: OffSiteBackup[]): Listed[] {
  const here = backupsIn(folder);
  const installationId = copies.length > 0 ? installationIdOf(config) : undefined;
  const isOwn = (copy: OffSiteBackup) => copy.installationId === installationId;
  const own = new Set(copies.filter(isOwn).map(({ name }) => name));
  const inFolder = here.map(({ name, madeAt, bytes }) => ({
    name,
    madeAt,
    bytes,
    isInFolder: true,
    isOffSite: own.has(name),
  }));
  const elsewhere = copies
    .filter((copy) => !(isOwn(copy) && here.some(({ name }) => name === copy.name)))
    .map((copy) => ({
      name: `${OFF_SITE_MARK}${isOwn(copy) ? "" : `${copy.installationId}/`}${copy.name}`,
      madeAt: copy.madeAt,
      bytes: copy.bytes,
      isInFolder: false,
      isOffSite: true,
    }));
  return [...inFolder, ...elsewhere]
    .sort((one, other) => other.madeAt - one.madeAt)
    .map((backup) => ({ ...backup, madeAt: isoOf(backup.madeAt) }));
}

function noneLine(folder: string): string {
  return `No backups in ${folder} yet. The server makes one each night; "firsthand backup now" makes one now.`;
}
