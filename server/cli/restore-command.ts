import { resolve } from "node:path";
import type { Command } from "commander";
import { pepperIds } from "../access-keys/secrets.ts";
import { readConfig } from "../config.ts";
import { type RestoredBackup, restoreBackup } from "../storage/restore.ts";
import { command, counted, print } from "./command.ts";

type Options = { force?: boolean; json?: boolean };

export function restoreCommand(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "restore",
    describe: "Put a backup in the place of the database; the server must be stopped",
    example: "restore /mnt/backups/firsthand-monday.db",
  })
    .argument("<file>", 'as "firsthand backup" wrote it')
    .option("--force", "replace the database that is there; it is kept aside")
    .option("--json", "print the facts as JSON")
    .action(async (text: string, { force = false, json }: Options) => {
      const { databaseFile, secretsFile } = readConfig(env);
      const file = resolve(text);
      const restored = await restoreBackup({ source: file, databaseFile, replaces: force, now: Date.now() });
      const { bytes, clients, records, schemaVersion, keptAside } = restored;
      const warnings = warningsOf(restored, secretsFile);
      print(
        { file, databaseFile, bytes, clients, records, schemaVersion, keptAside, secretsFile, warnings },
        json,
        [
          `Restored: ${databaseFile}, with ${counted(clients, "client")} and ${counted(records, "record")}`,
          `From: ${file}`,
          ...keptAside.map((kept) => `Kept aside: ${kept}`),
          `The access keys work only with the secrets file of that time as ${secretsFile}.`,
          "What was revoked after the backup is valid again: revoke it anew.",
          ...warnings.map((warning) => `Warning: ${warning}`),
        ],
      );
    });
}

/**
 * A pepper's id does not prove that it is the right one, as each installation begins with `p1`; that one is missing
 * proves that keys are dead.
 */
function warningsOf({ keys }: RestoredBackup, secretsFile: string): string[] {
  const atHand = pepperIds(secretsFile);
  if (!atHand) {
    return [`${secretsFile} is missing or cannot be read. Restore it too, before the server is started.`];
  }
  return keys
    .filter(({ pepperId }) => !atHand.includes(pepperId))
    .map(
      ({ pepperId, count }) =>
        `${secretsFile} has no pepper "${pepperId}": ${counted(count, "access key")} made with it will not work until the secrets file of that time is restored.`,
    );
}
