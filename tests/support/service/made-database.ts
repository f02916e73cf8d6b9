import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openSecrets } from "../../../server/access-keys/secrets.ts";
import type { Config } from "../../../server/settings/config.ts";
import { openSqlite } from "../../../server/storage/sqlite/sqlite.ts";

let made: Promise<string> | undefined;

/** A new SQLite installation. */
export async function makeInstallation({ databaseHosts, databaseFile, secretsFile }: Config): Promise<void> {
  if (databaseHosts || existsSync(databaseFile) || existsSync(secretsFile)) return;
  openSecrets(secretsFile, { name: databaseFile, isNew: true });
  await makeDatabase(databaseFile);
}

/** A new SQLite database, copied from a template, because creating the tables takes longer than many tests. */
export async function makeDatabase(file: string): Promise<void> {
  made ??= makeFirst();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  copyFileSync(await made, file);
}

async function makeFirst(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-made-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "made.db");
  await (await openSqlite(file, "make")).close();
  return file;
}
