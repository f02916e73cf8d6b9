import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import { masterKeysIn } from "../../access-keys/master-keys.ts";
import { backUpBeforeUpgrade } from "../../backups/before-upgrade.ts";
import { pluralize } from "../../runtime/pluralize.ts";
import { type Config, readConfig } from "../../settings/config.ts";
import { isFileDatabase } from "../../storage/database.ts";
import type { Engine } from "../../storage/engine/engine.ts";
import type { Progress } from "../../storage/move/copy-rows.ts";
import { type MoveResult, moveInstallation } from "../../storage/move/move-installation.ts";
import { type DatabaseLocation, locationAt, locationName } from "../../storage/move/place.ts";
import { movedFile } from "../../storage/move/source.ts";
import { canUnwrap } from "../../storage/sealing/data-keys.ts";
import { CommandError, command, print, table } from "../command.ts";

type Options = { to: string; json?: boolean };

const BOTH_POSTGRES =
  "DATABASE_URL is set, so this would move PostgreSQL to PostgreSQL. Use pg_dump and pg_restore for that. Unset DATABASE_URL to move the SQLite installation in FIRSTHAND_DATA.";
const BOTH_SQLITE =
  'DATABASE_URL is not set, so this would move SQLite to SQLite. Use "firsthand backup" and "firsthand restore" for that. To move to PostgreSQL, begin --to with postgres://. To move from PostgreSQL, set DATABASE_URL.';
const PROGRESS_EVERY_MS = 2_000;

export function migrateCommand(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "migrate",
    describe: "Move the installation from SQLite to PostgreSQL, or back; run again to resume",
    example: 'migrate --to "postgres://firsthand@db.example.com/firsthand?sslmode=verify-full"',
  })
    .requiredOption(
      "--to <place>",
      "an empty PostgreSQL database, by its address as in DATABASE_URL (PGPASSWORD can hold the password); or, with DATABASE_URL set, a folder for a new SQLite database",
    )
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nTo move back to SQLite, set DATABASE_URL and name the new FIRSTHAND_DATA:\n  migrate --to /var/lib/firsthand\n\nWhile a server runs, this command copies everything but doesn't finish, which saves time later. To finish, stop the\nservers and run the command again. It copies the changes, compares every row, and sets the old database aside.",
    )
    .action(async ({ to: text, json }: Options) => {
      const config = readConfig(env);
      const to = placeOf(text, config);
      if (isFileDatabase(config) === isFileDatabase(to))
        throw new CommandError(isFileDatabase(to) ? BOTH_SQLITE : BOTH_POSTGRES);
      const moved = await moveInstallation({
        from: config,
        to,
        checkSource: (source) => expectSecrets(source, config),
        beforeUpgrade: () =>
          backUpBeforeUpgrade(config, {
            folder: config.backupFolder,
            clock: Date.now,
            print: (line) => process.stderr.write(`${line}\n`),
          }),
        progress: progressLines(),
        clock: Date.now,
      });
      const databaseFile = isFileDatabase(to) ? to.databaseFile : config.databaseFile;
      const facts = { ...moved, to: locationName(to), databaseFile };
      print(facts, json, moved.isFinished ? finishedLines(config, to, moved) : unfinishedLines(moved));
    });
}

/**
 * Text with a scheme is a database address; anything else is a folder with the files that a server expects in
 * FIRSTHAND_DATA.
 */
function placeOf(text: string, { secretsFile }: Config): DatabaseLocation {
  try {
    const inFolder = readConfig({ FIRSTHAND_DATA: resolve(text), FIRSTHAND_SECRETS: secretsFile });
    return locationAt(text, inFolder);
  } catch (error) {
    throw new CommandError(`--to: ${(error as Error).message}`);
  }
}

/**
 * Encrypted data moves unchanged, so the servers need the same secrets as before. Data whose key was lost stays
 * unreadable.
 */
async function expectSecrets(source: Engine, { secretsFile }: Config): Promise<void> {
  const masterKeys = masterKeysIn(secretsFile);
  const keys = await source.read((db) => db.selectFrom("data_keys").selectAll().execute());
  const fits = keys.length === 0 || keys.some((key) => canUnwrap(key, masterKeys));
  if (existsSync(secretsFile) && fits) return;
  throw new CommandError(
    `${secretsFile} is missing, or belongs to another installation. After the move, no answer could be read. Name this installation's secrets file in FIRSTHAND_SECRETS.`,
  );
}

/** Prints to standard error at intervals, starting after the first page. */
function progressLines(): Progress {
  let last: number | undefined;
  return (name, seen, written) => {
    last ??= performance.now();
    if (performance.now() - last < PROGRESS_EVERY_MS) return;
    last = performance.now();
    process.stderr.write(`${name}: ${pluralize(seen, "row")} compared, ${written} copied\n`);
  };
}

function unfinishedLines({ changed, others }: MoveResult): string[] {
  return [
    `Copied so far: ${pluralize(changed, "row")}. A server is running, so this is not finished.`,
    ...(others.length > 0 ? [`Connected to the database: ${others.join(", ")}.`] : []),
    "Stop every server and run the command again to copy the changes. Until then, no server can start on the new database.",
  ];
}

function finishedLines(config: Config, to: DatabaseLocation, { tables }: MoveResult): string[] {
  const rows = tables.map(({ table: name, rows: count }) => [name, String(count)]);
  return [
    ...table(["TABLE", "ROWS"], rows),
    "",
    "Done. Every row was moved and compared.",
    ...(isFileDatabase(to) ? toSqliteLines(config, to) : toPostgresLines(config)),
  ];
}

function toPostgresLines({ databaseFile, secretsFile }: Config): string[] {
  return [
    `Start the servers with DATABASE_URL and FIRSTHAND_SECRETS=${secretsFile}. Each server needs a copy of that file.`,
    `Set aside: ${movedFile(databaseFile)}. When you are sure, delete this file and older backups.`,
  ];
}

function toSqliteLines(config: Config, { databaseFile }: DatabaseLocation): string[] {
  return [
    `Unset DATABASE_URL. Start one server with FIRSTHAND_DATA=${dirname(databaseFile)} and FIRSTHAND_SECRETS=${config.secretsFile}.`,
    `Set aside: the PostgreSQL database at ${locationName(config)}, which refuses servers now. When you are sure, drop this database and delete older dumps.`,
  ];
}
