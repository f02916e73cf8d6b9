import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { StorageRefusal } from "../engine/faults.ts";

/**
 * Writes the log that a killed server left once more, and flushes it, before anything is committed behind it. A flush
 * that fails leaves pages which Linux takes for written: SQLite would read them back as committed, no later flush would
 * write them, and in a power cut every save behind them would go too. Throws StorageRefusal where the disk refuses.
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
 * The only connection to the database. Undefined if another process uses the database, which then has the log in hand,
 * or if the database cannot be opened, which the server reports when it opens the database in earnest.
 */
function openAlone(databaseFile: string): DatabaseSync | undefined {
  const connection = new DatabaseSync(databaseFile, { timeout: 0 });
  try {
    // before the first read, it keeps every other connection out until it closes
    connection.exec("pragma locking_mode = exclusive; select 1 from sqlite_schema");
    return connection;
  } catch {
    connection.close();
    return undefined;
  }
}
