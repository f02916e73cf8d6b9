import { lookup } from "node:dns";
import { join } from "node:path";
import { fetchBackup, findOffSite, installationIdOf, OFF_SITE_MARK } from "../../backups/fetch-backup.ts";
import { type OffSiteStore, openOffSite } from "../../backups/off-site.ts";
import { pluralize } from "../../runtime/pluralize.ts";
import type { Config } from "../../settings/config.ts";
import type { WrittenBackup } from "../../storage/backup/backup.ts";
import { StorageRefusal } from "../../storage/engine/faults.ts";
import { sqliteConfig } from "../command.ts";

export const BACKUP_ELSEWHERE =
  "DATABASE_URL is set: back up PostgreSQL with its own tools, such as pg_dump. docs/deployment.md lists what else to back up.";

/** The settings and the backup folder, even if the server currently makes no backups. */
export function backupSettings(env: NodeJS.ProcessEnv): { config: Config; folder: string } {
  const config = sqliteConfig(env, BACKUP_ELSEWHERE);
  return { config, folder: folderOf(config) };
}

export function folderOf({ backupFolder, dataFolder }: Config): string {
  return backupFolder ?? join(dataFolder, "backups");
}

/** Undefined if the settings name no object storage. */
export function offSiteOf(config: Config): OffSiteStore | undefined {
  return openOffSite(config, { lookup, clock: Date.now });
}

type Into = Pick<Config, "erasedFile"> & { folder: string };

/** Fetches a backup by the name used in commands, and returns its file. Throws StorageRefusal. */
export async function fetchNamed(
  config: Config,
  text: string,
  { folder, erasedFile }: Into,
): Promise<string> {
  const offSite = offSiteOf(config);
  if (!offSite)
    throw new StorageRefusal(
      `${text} is in object storage, which isn't set up for backups. Set FIRSTHAND_BACKUP_S3_ENDPOINT and the other FIRSTHAND_BACKUP_S3_ settings.`,
    );
  const name = text.slice(OFF_SITE_MARK.length);
  const backup = await findOffSite(offSite, { name, installationId: installationIdOf(config) });
  return fetchBackup({ erasedFile }, { offSite, folder, backup }, Date.now());
}

type Written = Pick<WrittenBackup, "bytes" | "clients" | "records"> & {
  file: string;
  databaseFile: string;
  asOf: string;
};

export function writtenLines({ file, databaseFile, asOf, bytes, clients, records }: Written): string[] {
  return [
    `Backup: ${file} (${bytes.toLocaleString("en")} bytes)`,
    `Of: ${databaseFile} as of ${asOf}, with ${pluralize(clients, "client")} and ${pluralize(records, "record")}`,
  ];
}
