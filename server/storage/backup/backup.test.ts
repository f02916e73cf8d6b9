import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "../../../tests/support/service/opened-database.ts";
import { StorageRefusal } from "../engine/faults.ts";
import { migrations } from "../migrations/migrate.ts";
import { keysFileBeside, putKeysBack, readKeysFile } from "../sealing/data-keys-file.ts";
import { aClient, aKey, aSave } from "../storage.suite.ts";
import { type BackupCommand, writeBackup } from "./backup.ts";
import { inspectDatabase } from "./inspect-database.ts";

let folder: string;
let databaseFile: string;
let secretsFile: string;
let target: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "firsthand-backup-"));
  databaseFile = join(folder, "data", "firsthand.db");
  secretsFile = join(folder, "data", "secrets.json");
  target = join(folder, "backup.db");
  const storage = await open();
  await storage.clients.add(aClient(), aKey(), []);
  await storage.records.save(aSave("kept"));
  await storage.close();
  writeFileSync(secretsFile, "secret");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = async (file = databaseFile) => (await openDatabase(file)).storage;
const backUp = (more: Partial<BackupCommand> = {}) =>
  writeBackup({ databaseFile, target, precious: [secretsFile], replaces: false, erased: new Set(), ...more });

async function recordIn(file: string) {
  const copy = join(folder, "looked-into.db");
  copyFileSync(file, copy);
  putKeysBack(copy, readKeysFile(keysFileBeside(file)));
  const storage = await open(copy);
  const stored = await storage.records.load("cl_1");
  await storage.close();
  return stored;
}

/** The content of every file in the folder. */
function contents() {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return Object.fromEntries(
    files.sort().map((name) => {
      const file = join(folder, name);
      return [name, statSync(file).isFile() ? readFileSync(file, "latin1") : "folder"];
    }),
  );
}

async function expectRefused(reason: RegExp, more: Parameters<typeof backUp>[0] = {}) {
  const before = contents();
  const error = await backUp(more).catch((fault: unknown) => fault);
  expect(error).toBeInstanceOf(StorageRefusal);
  expect((error as Error).message).toMatch(reason);
  expect(contents()).toEqual(before);
}

describe("a backup", () => {
  test("is one file for this user only, with all data but the keys, which are beside it", async () => {
    const facts = await backUp();
    expect(facts).toMatchObject({
      bytes: statSync(target).size,
      schemaVersion: migrations.length,
      clients: 1,
      records: 1,
      keys: [{ pepperId: "p1", count: 1 }],
    });
    expect(readdirSync(folder).sort()).toEqual(["backup.db", "data", "firsthand.keys"]);
    for (const file of [target, facts.keysFile]) expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await recordIn(target)).toMatchObject({
      revision: 1,
      record: { "website-form": { url: "kept" } },
    });
  });

  test("made during a write has everything saved before it began, and is complete", async () => {
    const storage = await open();
    let acknowledged = 0;
    let isWriting = true;
    const writing = (async () => {
      while (isWriting) {
        await storage.records.save(aSave(`save ${acknowledged} ${"x".repeat(20_000)}`));
        acknowledged++;
      }
    })();
    for (let round = 0; round < 5; round++) {
      const before = acknowledged;
      await backUp({ replaces: true });
      expect((await recordIn(target))?.revision).toBeGreaterThan(before);
      expect(acknowledged).toBeGreaterThan(before);
    }
    isWriting = false;
    await writing;
    await storage.close();
  });

  test("includes the log of a server that was killed", async () => {
    const storage = await open();
    await storage.records.save(aSave("in the log"));
    const killed = join(folder, "killed.db");
    for (const suffix of ["", "-wal"]) copyFileSync(databaseFile + suffix, killed + suffix);
    await storage.close();
    await backUp({ databaseFile: killed });
    expect(await recordIn(target)).toMatchObject({ revision: 2 });
  });

  test("replaces an earlier one only on request", async () => {
    writeFileSync(target, "earlier");
    await expectRefused(/backup\.db already exists\. Name another file, or add --force to replace it/);
    await backUp({ replaces: true });
    expect(await recordIn(target)).toMatchObject({ revision: 1 });
  });
});

describe("a backup is refused, and nothing is made or changed,", () => {
  test("where there is no database", async () => {
    const missing = join(folder, "nowhere", "firsthand.db");
    await expectRefused(/No database at .*nowhere.*Set FIRSTHAND_DATA/, { databaseFile: missing });
    expect(existsSync(join(folder, "nowhere"))).toBe(false);
  });

  test("to the path of the database, its companion files or its secrets, by any route", async () => {
    const data = join(folder, "data");
    symlinkSync(databaseFile, join(folder, "link.db"));
    symlinkSync(data, join(folder, "same-data"));
    linkSync(databaseFile, join(folder, "second-name.db"));
    const own = [
      databaseFile,
      `${data}/../data/./firsthand.db`,
      join(folder, "link.db"),
      join(folder, "same-data", "firsthand.db"),
      join(folder, "second-name.db"),
      secretsFile,
      join(folder, "same-data", "firsthand.db-wal"),
      join(data, "firsthand.db-shm"),
      join(data, "firsthand.db-journal"),
      join(data, "firsthand.lock"),
    ];
    for (const file of own)
      await expectRefused(/is this installation's own \S+\. Name another file/, {
        target: file,
        replaces: true,
      });
    await expectRefused(/is this installation's own/, {
      databaseFile: join(folder, "link.db"),
      target: databaseFile,
    });
  });

  test.each<[string, (folder: string) => string, RegExp]>([
    ["in a folder that is not there", (at) => join(at, "none", "x.db"), /no such folder\. Make it first/],
    ["below a file", (at) => join(at, "data/secrets.json/x.db"), /a part of its path is a file/],
    ["under a folder's name", (at) => join(at, "data"), /is a folder\. Name a file inside the folder/],
    ["in the place of a device", () => "/dev/null", /is not a file/],
    ["in a folder that takes no files", () => "/sys/kernel/x.db", /may not write to its folder/],
    ["under too long a name", (at) => join(at, "x".repeat(300)), /its name is too long/],
  ])("%s", async (_where, targetIn, reason) => {
    await expectRefused(reason, { target: targetIn(folder), replaces: true });
  });

  test("where the database is damaged, and an earlier backup stays", async () => {
    await backUp();
    const bytes = readFileSync(databaseFile);
    writeFileSync(databaseFile, bytes.fill(0xa5, 4_096 * 2, 4_096 * 4));
    await expectRefused(/firsthand\.db is damaged \(.*\)\. No backup was written/, { replaces: true });
  });

  test("where the database is a text, belongs to another application, or is from a newer Firsthand", async () => {
    writeFileSync(databaseFile, "Dear diary,\n".repeat(1_000));
    await expectRefused(/firsthand\.db cannot be copied: file is not a database/);
    rmSync(databaseFile);
    const other = new DatabaseSync(databaseFile);
    other.exec("create table notes (text)");
    await expectRefused(/firsthand\.db is a database of another application/);
    other.close();
    rmSync(databaseFile);
    const newer = new DatabaseSync(databaseFile);
    for (const table of ["clients", "access_keys", "records", "revisions"])
      newer.exec(`create table ${table} (x)`);
    newer.exec("create table installation (schema_version); insert into installation values (99)");
    await expectRefused(
      /was written by a newer Firsthand \(schema 99, this one knows \d+\); use the newer version/,
    );
    newer.close();
  });

  test("where the database is empty", async () => {
    writeFileSync(databaseFile, "");
    await expectRefused(/firsthand\.db is empty/);
  });
});

/** A disk of one megabyte; mounting it needs root. */
function smallDisk(): string | undefined {
  const disk = join(folder, "disk");
  mkdirSync(disk);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], { stdio: "ignore" });
    return disk;
  } catch {
    return undefined;
  }
}

test("a full disk is named, and leaves no half-written file", async ({ skip }) => {
  const disk = smallDisk();
  if (!disk) return skip("no right to mount a disk");
  try {
    const storage = await open();
    await storage.records.save(aSave("x".repeat(2_000_000)));
    await storage.close();
    const full = join(disk, "backup.db");
    await expectRefused(/backup\.db cannot be written: the disk is full\. Free some space/, { target: full });
    expect(readdirSync(disk)).toEqual([]);
  } finally {
    execFileSync("umount", [disk]);
  }
});

test("a change of any single byte of a backup is detected", async () => {
  await backUp();
  const whole = readFileSync(target);
  // every byte of the header and of the last page, and some of the others
  const places = Array.from({ length: whole.length }, (_, place) => place).filter(
    (place) => place < 100 || place % 4_999 === 0 || place > whole.length - 20,
  );
  for (const place of places) {
    const changed = Buffer.from(whole);
    changed[place] = (changed[place] ?? 0) ^ 0xff;
    writeFileSync(target, changed);
    expect([place, inspectDatabase(target).kind]).toEqual([place, "unsound"]);
  }
});
