import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../settings/config.ts";
import { refuseMissing, type WrittenBackup, writeBackup } from "../storage/backup/backup.ts";
import { EMPTY_INSTALLATION_ID } from "../storage/backup/inspect-database.ts";
import { openErasedFile } from "../storage/clients/erased-list.ts";
import { KEYS_FILE } from "../storage/sealing/data-keys-file.ts";
import {
  backupsIn,
  dropBackups,
  dropHalfWritten,
  lockFolder,
  makeFolder,
  refuseWithoutRoom,
} from "./backup-folder.ts";
import { newBackupName } from "./backup-name.ts";
import { backupsToDrop } from "./backups-to-drop.ts";
import type { OffSiteStore } from "./off-site.ts";

export type BackupConfig = Pick<Config, "databaseFile" | "secretsFile" | "erasedFile">;

type Making = {
  folder: string;
  clock: () => number;
  isBeforeUpgrade?: boolean;
};

export type MadeBackup = WrittenBackup & { file: string; dropped: string[] };

/**
 * Writes a verified backup into a folder, and deletes the old ones there. Throws StorageRefusal, also if another
 * process is making one; then all existing backups remain.
 */
export async function makeBackup(
  { databaseFile, secretsFile, erasedFile }: BackupConfig,
  { folder, clock, isBeforeUpgrade = false }: Making,
): Promise<MadeBackup> {
  refuseMissing(databaseFile);
  makeFolder(folder);
  refuseWithoutRoom(folder, databaseFile);
  const lock = lockFolder(folder);
  try {
    const file = join(folder, newBackupName(clock(), { isBeforeUpgrade }));
    const written = await writeBackup({
      databaseFile,
      target: file,
      precious: [secretsFile, erasedFile],
      // only a backup of the same second has this name
      replaces: true,
      erased: new Set(openErasedFile(erasedFile).ids()),
    });
    const dropped = backupsToDrop(backupsIn(folder), clock()).map(({ name }) => name);
    dropBackups(folder, dropped);
    dropHalfWritten(folder, clock());
    return { ...written, file, dropped };
  } finally {
    lock.release();
  }
}

type Copying = { folder: string; installationId: string; offSite: OffSiteStore; clock: () => number };

/**
 * Uploads the backups that object storage lacks, with their data keys and the list of erased clients, and then deletes
 * old copies there. Returns the uploaded names. Throws StorageRefusal.
 */
export async function copyOffSite(
  { erasedFile }: Pick<BackupConfig, "erasedFile">,
  { folder, installationId, offSite, clock }: Copying,
): Promise<string[]> {
  if (installationId === EMPTY_INSTALLATION_ID) return [];
  // another process could delete a file while it is being uploaded
  const lock = lockFolder(folder);
  try {
    return await sendLacking(erasedFile, { folder, installationId, offSite, clock });
  } finally {
    lock.release();
  }
}

async function sendLacking(
  erasedFile: string,
  { folder, installationId, offSite, clock }: Copying,
): Promise<string[]> {
  const own = async () => (await offSite.list()).filter((backup) => backup.installationId === installationId);
  const there = new Map((await own()).map(({ name, bytes }) => [name, bytes]));
  const lacking = backupsIn(folder).filter(({ name, bytes }) => there.get(name) !== bytes);
  // uploaded first, because a backup without its keys is useless
  for (const file of [join(folder, KEYS_FILE), erasedFile].filter(existsSync))
    await offSite.put(installationId, file);
  for (const { name } of lacking) await offSite.put(installationId, join(folder, name));
  const old = backupsToDrop(await own(), clock());
  await offSite.drop(
    installationId,
    old.map(({ name }) => name),
  );
  return lacking.map(({ name }) => name);
}
