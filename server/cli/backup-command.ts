import { existsSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { resolve } from "node:path";
import type { Command } from "commander";
import { readConfig } from "../config.ts";
import { isoOf } from "../instants.ts";
import { writeBackup } from "../storage/backup.ts";
import { command, counted, print } from "./command.ts";

type Options = { force?: boolean; json?: boolean };

export function backupCommand(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "backup",
    describe: "Write a checked copy of the whole database to one file; the server may be running",
    example: "backup /mnt/backups/firsthand-monday.db",
  })
    .argument("<file>", "where to write it; its folder must be there")
    .option("--force", "replace the file if it is there already")
    .option("--json", "print the facts as JSON")
    .action(async (text: string, { force = false, json }: Options) => {
      const { databaseFile, secretsFile } = readConfig(env);
      const file = resolve(text);
      // the clients' saves come first
      setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
      const asOf = isoOf(Date.now());
      const written = await writeBackup({
        databaseFile,
        target: file,
        precious: [secretsFile],
        replaces: force,
      });
      const { bytes, clients, records, schemaVersion } = written;
      const warnings = warningsOf(secretsFile);
      print(
        { file, databaseFile, asOf, bytes, clients, records, schemaVersion, secretsFile, warnings },
        json,
        [
          `Backup: ${file} (${bytes.toLocaleString("en")} bytes)`,
          `Of: ${databaseFile} as of ${asOf}, with ${counted(clients, "client")} and ${counted(records, "record")}`,
          `Back up ${secretsFile} too: the access keys do not work without it.`,
          ...warnings.map((warning) => `Warning: ${warning}`),
        ],
      );
    });
}

function warningsOf(secretsFile: string): string[] {
  return existsSync(secretsFile) ? [] : [`${secretsFile} is missing. The server does not start without it.`];
}
