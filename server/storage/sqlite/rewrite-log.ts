import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { StorageRefusal } from "../engine/faults.ts";

/**
 * Rewrites and flushes the log that a killed server left, before anything is committed after it. After a failed flush,
 * Linux treats pages as written: SQLite would read them as committed, no later flush would write them, and a power cut
 * would lose every save after them, too. Throws StorageRefusal if the disk fails.
 */
export function rewriteLog(databaseFile: string): void {
  const log = `${databaseFile}-wal`;
  if (!existsSync(log)) return;
  const alone = openAlone(databaseFile);
  if (!alone) return;
  try {
    writeFileSync(log, readFileSync(log), { flag: "r+", flush: true });
  } catch (error) {
    throw new StorageRefusal(
      `${log} cannot be written to the disk (${(error as Error).message}). Check the disk and start again.`,
      { cause: error },
    );
  } finally {
    alone.close();
  }
}

/**
 * An exclusive connection to the database. Undefined if another process uses the database, and so its log, or if the
 * database cannot be opened, which the server then reports when it opens it.
 */
function openAlone(databaseFile: string): DatabaseSync | undefined {
  const connection = new DatabaseSync(databaseFile, { timeout: 0 });
  try {
    // set before the first read, the mode locks out every other connection until this one closes
    connection.exec("pragma locking_mode = exclusive; select 1 from sqlite_schema");
    return connection;
  } catch {
    connection.close();
    return undefined;
  }
}
