import { existsSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { resolve } from "node:path";
import type { Command } from "commander";
import { isoOf } from "#contract/instants.ts";
import { counted } from "../../runtime/counted.ts";
import { writeBackup } from "../../storage/backup/backup.ts";
import { openErasedFile } from "../../storage/clients/erased-list.ts";
import { command, print, sqliteConfig } from "../command.ts";

const BACKUP_ELSEWHERE =
  "DATABASE_URL is set: back up PostgreSQL with its own tools, such as pg_dump. docs/deployment.md lists what else to back up.";

type Options = { force?: boolean; json?: boolean };

export function backupCommand(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "backup",
    describe: "Back up the database and its data keys; the server may be running",
    example: "backup /mnt/backups/firsthand-monday.db",
  })
    .argument("<file>", "the backup file; its folder must exist")
    .option("--force", "replace the file if it exists")
    .option("--json", "print JSON")
    .action(async (text: string, { force = false, json }: Options) => {
      const config = sqliteConfig(env, BACKUP_ELSEWHERE);
      const { databaseFile, secretsFile, erasedFile, s3Bucket: bucket } = config;
      const file = resolve(text);
      // the clients' saves come first
      setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
      const asOf = isoOf(Date.now());
      const written = await writeBackup({
        databaseFile,
        target: file,
        precious: [secretsFile, erasedFile],
        replaces: force,
        erased: new Set(openErasedFile(erasedFile).ids()),
      });
      const { bytes, clients, records, schemaVersion, keysFile } = written;
      const warnings = warningsOf(secretsFile, bucket);
      print(
        { file, databaseFile, asOf, bytes, clients, records, schemaVersion, keysFile, secretsFile, warnings },
        json,
        [
          `Backup: ${file} (${bytes.toLocaleString("en")} bytes)`,
          `Of: ${databaseFile} as of ${asOf}, with ${counted(clients, "client")} and ${counted(records, "record")}`,
          `Keep ${keysFile} beside it: without this file, no answer in the backups of that folder can be read.`,
          `Back up ${secretsFile} too, in another place: without this file, no answer can be read and no access key works.`,
          ...warnings.map((warning) => `Warning: ${warning}`),
        ],
      );
    });
}

function warningsOf(secretsFile: string, bucket: string | undefined): string[] {
  return [
    ...(existsSync(secretsFile)
      ? []
      : [`${secretsFile} is missing. The server can't start without this file.`]),
    ...(bucket === undefined
      ? []
      : [
          `Recordings in the bucket "${bucket}" aren't in this backup, only their keys. Back up the bucket too.`,
        ]),
  ];
}
