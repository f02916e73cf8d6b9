import { createSeals } from "../../server/storage/data-keys.ts";
import { openSqlite } from "../../server/storage/sqlite.ts";
import { testMasterKeys } from "../../server/storage/storage.suite.ts";
import { createStorage } from "../../server/storage/storage.ts";

/** A SQLite database with the storage upon it, sealed by a master key that every test knows. */
export async function openDatabase(file: string) {
  const engine = await openSqlite(file);
  const seals = createSeals(engine, { masterKeys: testMasterKeys() });
  return { engine, seals, storage: createStorage(engine, seals) };
}
