import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { isoOf } from "#contract/instants.ts";
import { writeBackup } from "../../storage/backup/backup.ts";
import { openErasedFile } from "../../storage/clients/erased-list.ts";
import { command, print, sqliteConfig } from "../command.ts";
import { yieldToServer } from "../yield-to-server.ts";
import { backupList } from "./backup-list.ts";
import { backupNow } from "./backup-now.ts";
import { backupVerify } from "./backup-verify.ts";
import { BACKUP_ELSEWHERE, writtenLines } from "./backups-of.ts";

type Options = { force?: boolean; json?: boolean };

export function backupCommand(env: NodeJS.ProcessEnv): Command {
  return (
    command({
      name: "backup",
      describe: "Back up the database and its data keys to a file; the server may be running",
      example: "backup /mnt/backups/firsthand-monday.db",
    })
      // its subcommands have a --json option too
      .enablePositionalOptions()
      .argument("<file>", "the backup file; its folder must exist", parseFile)
      .option("--force", "replace the file if it exists")
      .option("--json", "print JSON")
      .action(async (file: string, { force = false, json }: Options) => {
        const config = sqliteConfig(env, BACKUP_ELSEWHERE);
        const { databaseFile, secretsFile, erasedFile, s3Bucket: bucket } = config;
        yieldToServer();
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
          {
            file,
            databaseFile,
            asOf,
            bytes,
            clients,
            records,
            schemaVersion,
            keysFile,
            secretsFile,
            warnings,
          },
          json,
          [
            ...writtenLines({ ...written, file, databaseFile, asOf }),
            `Keep ${keysFile} beside it: without this file, no answer in the backups of that folder can be read.`,
            `Back up ${secretsFile} too, in another place: without this file, no answer can be read and no access key works.`,
            ...warnings.map((warning) => `Warning: ${warning}`),
          ],
        );
      })
      .addCommand(backupNow(env))
      .addCommand(backupList(env))
      .addCommand(backupVerify(env))
  );
}

/** Rejects bare words, so that a mistyped "now" does not become a backup file of that name in the current folder. */
function parseFile(text: string): string {
  if (/^[\w-]*$/.test(text))
    throw new InvalidArgumentError(
      `Expected a file such as ./${text || "firsthand"}.db, or now, list or verify.`,
    );
  return resolve(text);
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
