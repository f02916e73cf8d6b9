import { existsSync, renameSync } from "node:fs";
import type { Command } from "commander";
import { masterKeysIn } from "../../access-keys/master-keys.ts";
import { counted } from "../../runtime/counted.ts";
import type { Config } from "../../settings/config.ts";
import { openErasedFile } from "../../storage/clients/erased-list.ts";
import { movedFile } from "../../storage/database.ts";
import type { Engine } from "../../storage/engine/engine.ts";
import { StorageRefusal } from "../../storage/engine/faults.ts";
import { checkRows, copyRows, type Progress } from "../../storage/move/copy-rows.ts";
import { claimTarget, holdMoment, idOfSource, releaseTarget } from "../../storage/move/target.ts";
import { type DatabaseHost, nameOfHosts, parseDatabaseUrl } from "../../storage/postgres/database-url.ts";
import { opens } from "../../storage/sealing/data-keys.ts";
import { lockForServer } from "../../storage/sqlite/server-lock.ts";
import { openSqlite } from "../../storage/sqlite/sqlite.ts";
import { CommandError, command, print, sqliteConfig, table } from "../command.ts";

type Options = { to: string; json?: boolean };
type Moved = { isFinished: boolean; changed: number; tables: { table: string; rows: number }[] };

const UNSET_FIRST =
  "DATABASE_URL is set, but this command moves the SQLite database in FIRSTHAND_DATA. Unset DATABASE_URL for this command.";
const PROGRESS_EVERY_MS = 2_000;

export function migrateCommand(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "migrate",
    describe: "Move the SQLite installation to an empty PostgreSQL database; run again to resume",
    example: 'migrate --to "postgres://firsthand@db.example.com/firsthand?sslmode=verify-full"',
  })
    .requiredOption(
      "--to <address>",
      "the address of the database, as in DATABASE_URL; PGPASSWORD can hold the password",
    )
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nWhile the server runs, this command copies everything but doesn't finish, which saves time later. To finish, stop the\nserver and run the command again. It copies the changes, compares every row, and sets the SQLite file aside.",
    )
    .action(async ({ to, json }: Options) => {
      const config = sqliteConfig(env, UNSET_FIRST);
      const hosts = hostsOf(to);
      const moved = await move(config, hosts);
      const facts = { ...moved, to: nameOfHosts(hosts), databaseFile: config.databaseFile };
      print(facts, json, moved.isFinished ? finishedLines(config, moved) : unfinishedLines(moved));
    });
}

function hostsOf(to: string): DatabaseHost[] {
  try {
    return parseDatabaseUrl(to) ?? [];
  } catch (error) {
    throw new CommandError(`--to: ${(error as Error).message}`);
  }
}

async function move(config: Config, hosts: DatabaseHost[]): Promise<Moved> {
  const { databaseFile } = config;
  if (!existsSync(databaseFile)) {
    throw new CommandError(
      `No database at ${databaseFile}. Set FIRSTHAND_DATA to the folder that the server uses.`,
    );
  }
  const lock = lockIfFree(databaseFile);
  try {
    const moved = await copyOver(config, hosts, { isFinal: lock !== undefined });
    if (moved.isFinished) renameSync(databaseFile, movedFile(databaseFile));
    return moved;
  } finally {
    lock?.release();
  }
}

async function copyOver(
  config: Config,
  hosts: DatabaseHost[],
  { isFinal }: { isFinal: boolean },
): Promise<Moved> {
  const source = await openSqlite(config.databaseFile, isFinal ? "upgrade" : "expect");
  try {
    await expectSecrets(source, config);
    const { openPostgres } = await import("../../storage/postgres/postgres.ts");
    const target = await openPostgres(hosts, { use: "make" });
    try {
      return await fill(target, source, { config, isFinal, name: nameOfHosts(hosts) });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Undefined while a server runs on the database. */
function lockIfFree(databaseFile: string): { release(): void } | undefined {
  const taken = "taken";
  try {
    return lockForServer(databaseFile, taken);
  } catch (error) {
    if (error instanceof StorageRefusal && error.message === taken) return undefined;
    throw error;
  }
}

/** Sealed bytes move as they are, so the servers need the same secrets as before; keys that were lost once stay so. */
async function expectSecrets(source: Engine, { secretsFile }: Config): Promise<void> {
  const masterKeys = masterKeysIn(secretsFile);
  const keys = await source.read((db) => db.selectFrom("data_keys").selectAll().execute());
  const fits = keys.length === 0 || keys.some((key) => opens(key, masterKeys));
  if (existsSync(secretsFile) && fits) return;
  throw new CommandError(
    `${secretsFile} is missing, or belongs to another installation. After the move, no answer could be read. Name this installation's secrets file in FIRSTHAND_SECRETS.`,
  );
}

type Filling = { config: Config; isFinal: boolean; name: string };

async function fill(target: Engine, source: Engine, { config, isFinal, name }: Filling): Promise<Moved> {
  await claimTarget(target, { source, sourceId: await idOfSource(source), now: Date.now() }).catch(
    (error: unknown) => {
      throw error instanceof StorageRefusal ? new StorageRefusal(`${name}: ${error.message}`) : error;
    },
  );
  await holdMoment(source, { excludesWrites: isFinal });
  const changed = await copyRows({ source, target }, progressLines());
  if (!isFinal) return { isFinished: false, changed, tables: [] };
  const checked = await checkRows({ source, target });
  const differing = checked.filter(({ isEqual }) => !isEqual).map((found) => found.table);
  if (differing.length > 0) {
    throw new StorageRefusal(
      `${name}: after copying, ${differing.join(", ")} differ from the source. The SQLite file is still in place. Check that nothing else writes to the target, then run the command again.`,
    );
  }
  await releaseTarget(target, openErasedFile(config.erasedFile).ids(), Date.now());
  return {
    isFinished: true,
    changed,
    tables: checked.map((found) => ({ table: found.table, rows: found.rows })),
  };
}

/** To standard error, now and then. */
function progressLines(): Progress {
  let last = performance.now();
  return (name, seen, written) => {
    if (performance.now() - last < PROGRESS_EVERY_MS) return;
    last = performance.now();
    process.stderr.write(`${name}: ${counted(seen, "row")} compared, ${written} copied\n`);
  };
}

function unfinishedLines({ changed }: Moved): string[] {
  return [
    `Copied so far: ${counted(changed, "row")}. The server is running, so this is not finished.`,
    "Stop the server and run the command again to copy the changes. Until then, no server can start on the new database.",
  ];
}

function finishedLines({ databaseFile, secretsFile }: Config, { tables }: Moved): string[] {
  const rows = tables.map(({ table: name, rows: count }) => [name, String(count)]);
  return [
    ...table(["TABLE", "ROWS"], rows),
    "",
    "Done. Every row was moved and compared.",
    `Start the servers with DATABASE_URL and FIRSTHAND_SECRETS=${secretsFile}. Each server needs a copy of that file.`,
    `Set aside: ${movedFile(databaseFile)}. When you are sure, delete this file and older backups.`,
  ];
}
