import { masterKeysIn } from "../access-keys/master-keys.ts";
import { pepperIds } from "../access-keys/secrets.ts";
import { checkSource } from "../storage/backup/restore.ts";
import { openErasedFile } from "../storage/clients/erased-list.ts";
import { canUnwrap } from "../storage/sealing/data-keys.ts";
import type { BackupConfig } from "./make-backup.ts";

/** `unopened`: the number of data keys that the secrets file cannot open; undefined if that file is missing. */
export type VerifiedBackup = {
  bytes: number;
  clients: number;
  records: number;
  schemaVersion: number;
  unopened: number | undefined;
};

/** Reads a whole backup as a restore would, and changes nothing. Throws StorageRefusal where a restore would. */
export function verifyBackup(
  { databaseFile, secretsFile, erasedFile }: BackupConfig,
  source: string,
): VerifiedBackup {
  const erased = new Set(openErasedFile(erasedFile).ids());
  const { facts, keys } = checkSource({ source, databaseFile, erased, leavesUnreadable: false });
  const { bytes, clients, records, schemaVersion, dataKeys } = facts;
  const counts = { bytes, clients, records, schemaVersion };
  if (pepperIds(secretsFile) === undefined) return { ...counts, unopened: undefined };
  const masterKeys = masterKeysIn(secretsFile);
  const unopened = [...dataKeys, ...keys.values()].filter((key) => !canUnwrap(key, masterKeys)).length;
  return { ...counts, unopened };
}
