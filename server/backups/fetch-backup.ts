import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Config } from "../settings/config.ts";
import { readVersion } from "../storage/backup/inspect-database.ts";
import { openErasedFile } from "../storage/clients/erased-list.ts";
import { StorageRefusal } from "../storage/engine/faults.ts";
import { KEYS_FILE, keepKeys, readKeysFile } from "../storage/sealing/data-keys-file.ts";
import { makeFolder } from "./backup-folder.ts";
import type { OffSiteBackup, OffSiteStore } from "./off-site.ts";

/** Marks a backup in object storage in commands. */
export const OFF_SITE_MARK = "s3:";

/** Finds a backup by name; the installation's id before the name distinguishes equal names. Throws StorageRefusal. */
export async function findOffSite(
  offSite: OffSiteStore,
  { name, installationId }: { name: string; installationId: string | undefined },
): Promise<OffSiteBackup> {
  const all = await offSite.list();
  const named = all.filter(
    (backup) => name === backup.name || name === `${backup.installationId}/${backup.name}`,
  );
  const own = named.filter((backup) => backup.installationId === installationId);
  const [found, ...others] = own.length > 0 ? own : named;
  if (!found)
    throw new StorageRefusal(
      `There is no backup ${name} in object storage. Run "firsthand backup list" to see the backups.`,
    );
  if (others.length > 0)
    throw new StorageRefusal(
      `Several installations have a backup of that name. Name one of these:\n${named.map((backup) => `  ${OFF_SITE_MARK}${backup.installationId}/${backup.name}`).join("\n")}`,
    );
  return found;
}

/** The id of the installation's database; undefined without a database. */
export function installationIdOf({ databaseFile }: Pick<Config, "databaseFile">): string | undefined {
  return readVersion(databaseFile)?.installationId;
}

type Fetching = { offSite: OffSiteStore; folder: string; backup: OffSiteBackup };

/**
 * Fetches a backup into a folder, adds its data keys to the existing ones, and returns its file. Adds clients erased
 * since the backup was made to this installation's list. Throws StorageRefusal.
 */
export async function fetchBackup(
  { erasedFile }: Pick<Config, "erasedFile">,
  { offSite, folder, backup }: Fetching,
  now: number,
): Promise<string> {
  makeFolder(folder);
  const { installationId, name } = backup;
  // into a temporary folder, so that no existing file is overwritten
  const fetched = mkdtempSync(join(folder, "firsthand-fetched-"));
  try {
    const erased = join(fetched, "erased");
    if (await offSite.bring(installationId, erased)) {
      mkdirSync(dirname(erasedFile), { recursive: true, mode: 0o700 });
      const list = openErasedFile(erasedFile);
      for (const clientId of openErasedFile(erased).ids()) list.add(clientId, now);
    }
    const keys = join(fetched, KEYS_FILE);
    if (await offSite.bring(installationId, keys))
      await keepKeys(join(folder, KEYS_FILE), readKeysFile(keys), new Set(openErasedFile(erasedFile).ids()));
  } finally {
    rmSync(fetched, { recursive: true, force: true });
  }
  const file = join(folder, name);
  if (!(await offSite.bring(installationId, file)))
    throw new StorageRefusal(`${name} has just been deleted from object storage. Choose another backup.`);
  return file;
}
