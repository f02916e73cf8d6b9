import { existsSync } from "node:fs";
import { StorageRefusal } from "../engine/faults.ts";

/** Where a SQLite database lies after it was moved to PostgreSQL. */
export const movedFile = (databaseFile: string): string => `${databaseFile}.moved`;

/** A server that was started without its DATABASE_URL would begin an empty installation. Throws StorageRefusal. */
export function refuseMoved(databaseFile: string): void {
  if (existsSync(databaseFile) || !existsSync(movedFile(databaseFile))) return;
  throw new StorageRefusal(
    `${databaseFile} was moved to PostgreSQL: set DATABASE_URL. To go back to how it was then, rename ${movedFile(databaseFile)} to that; what was saved since is not in it.`,
  );
}
