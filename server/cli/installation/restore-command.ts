import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { masterKeysIn } from "../../access-keys/master-keys.ts";
import { pepperIds } from "../../access-keys/secrets.ts";
import { parseBackupName } from "../../backups/backup-name.ts";
import { OFF_SITE_MARK } from "../../backups/fetch-backup.ts";
import { softDeleteListed, sweepErasures } from "../../clients/erase-client.ts";
import { openData } from "../../open-installation.ts";
import { pluralize } from "../../runtime/pluralize.ts";
import type { Config } from "../../settings/config.ts";
import { type RestoredBackup, restoreBackup } from "../../storage/backup/restore.ts";
import { openErasedFile } from "../../storage/clients/erased-list.ts";
import { canUnwrap } from "../../storage/sealing/data-keys.ts";
import { command, print, sqliteConfig } from "../command.ts";
import { fetchNamed, folderOf } from "./backups-of.ts";

const RESTORE_ELSEWHERE =
  "DATABASE_URL is set: restore PostgreSQL with its own tools, such as pg_restore. docs/deployment.md explains how to handle erased clients. To restore a SQLite backup, unset DATABASE_URL.";

type Options = { force?: boolean; leaveUnreadable?: boolean; json?: boolean };

export function restoreCommand(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "restore",
    describe: "Replace the database with a backup; stop the server first",
    example: "restore /mnt/backups/firsthand-monday.db",
  })
    .argument("<file>", 'a file from "firsthand backup", or a name from "backup list", such as s3:NAME')
    .option("--force", "replace the existing database, which is set aside")
    .option("--leave-unreadable", "restore even if data keys are lost and some answers stay unreadable")
    .option("--json", "print JSON")
    .action(async (text: string, { force = false, leaveUnreadable = false, json }: Options) => {
      const config = sqliteConfig(env, RESTORE_ELSEWHERE);
      const { databaseFile, secretsFile } = config;
      const file = await fileOf(config, text);
      const restored = await restoreBackup({
        source: file,
        databaseFile,
        replaces: force,
        erased: new Set(openErasedFile(config.erasedFile).ids()),
        leavesUnreadable: leaveUnreadable,
        now: Date.now(),
      });
      const { bytes, clients, records, schemaVersion, keptAside } = restored;
      const erasedAgain = await upgradeAndEraseListed(config);
      const warnings = warningsOf(restored, secretsFile);
      print(
        {
          file,
          databaseFile,
          bytes,
          clients,
          records,
          schemaVersion,
          keptAside,
          erasedAgain,
          secretsFile,
          warnings,
        },
        json,
        [
          `Restored: ${databaseFile}, with ${pluralize(clients, "client")} and ${pluralize(records, "record")}`,
          `From: ${file}`,
          ...keptAside.map((kept) => `Set aside: ${kept}`),
          `Put the secrets file from the time of the backup at ${secretsFile}. Without it, no answer can be read and no access key works.`,
          ...(erasedAgain > 0
            ? [`Erased again: ${pluralize(erasedAgain, "client")} that ${config.erasedFile} names.`]
            : []),
          "Keys and accounts revoked after the backup are valid again. Revoke them again.",
          ...warnings.map((warning) => `Warning: ${warning}`),
        ],
      );
    });
}

/**
 * A backup given as a file, by name in the backup folder, or by name in object storage, from where it is fetched into
 * that folder.
 */
async function fileOf(config: Config, text: string): Promise<string> {
  const folder = folderOf(config);
  const { erasedFile } = config;
  if (text.startsWith(OFF_SITE_MARK)) return fetchNamed(config, text, { folder, erasedFile });
  const inFolder = join(folder, text);
  return parseBackupName(text) && existsSync(inFolder) ? inFolder : resolve(text);
}

/**
 * Upgrades the schema, because commands work with the current one only, and erases clients who were erased after the
 * backup was made.
 */
async function upgradeAndEraseListed(config: Config): Promise<number> {
  const data = await openData(config);
  try {
    const condemned = await softDeleteListed(data, Date.now());
    await sweepErasures(data, Date.now());
    return condemned;
  } finally {
    await data.storage.close();
  }
}

/**
 * A pepper's id does not prove that it is the right pepper, because every installation starts with `p1`; a missing id
 * does prove that keys no longer work.
 */
function warningsOf({ keys, dataKeys, unreadable }: RestoredBackup, secretsFile: string): string[] {
  const lost =
    unreadable > 0
      ? [`The answers of ${pluralize(unreadable, "client")} can't be read: the key is missing.`]
      : [];
  const atHand = pepperIds(secretsFile);
  if (!atHand) {
    return [
      ...lost,
      `${secretsFile} is missing or can't be read. Restore this file too before you start the server.`,
    ];
  }
  const masterKeys = masterKeysIn(secretsFile);
  const closed = dataKeys.filter((key) => !canUnwrap(key, masterKeys)).length;
  const others = keys
    .filter(({ pepperId }) => !atHand.includes(pepperId))
    .map(
      ({ pepperId, count }) =>
        `${secretsFile} has no pepper "${pepperId}": ${pluralize(count, "access key")} won't work until you restore the secrets file from that time.`,
    );
  const unopened =
    closed > 0
      ? [
          `${secretsFile} does not open ${pluralize(closed, "data key")}: answers sealed with these keys can't be read until you restore the secrets file from that time.`,
        ]
      : [];
  return [...lost, ...unopened, ...others];
}
