import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "../../../tests/support/service/opened-database.ts";
import { StorageRefusal } from "../engine/faults.ts";
import { migrations } from "../migrations/migrate.ts";
import { keysFileBeside, readKeysFile } from "../sealing/data-keys-file.ts";
import { lockForServer } from "../sqlite/server-lock.ts";
import { aClient, aKey, aSave, NOW } from "../storage.suite.ts";
import { writeBackup } from "./backup.ts";
import { type RestoreBackupCommand, restoreBackup } from "./restore.ts";

const RELEASES = join(import.meta.dirname, "../../../tests/fixtures");
const AT = "2026-03-01T12-00-00.000Z";

let folder: string;
let source: string;
let databaseFile: string;
/** Starts with a backup of a record that says "backed up", and without a database. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "firsthand-restore-"));
  source = join(folder, "backup.db");
  databaseFile = join(folder, "data", "firsthand.db");
  const other = join(folder, "other.db");
  await fill(other, "backed up");
  await writeBackup({
    databaseFile: other,
    target: source,
    precious: [],
    replaces: false,
    erased: new Set(),
  });
  rmSync(other);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = async (file = databaseFile) => (await openDatabase(file)).storage;
const restore = (more: Partial<RestoreBackupCommand> = {}) =>
  restoreBackup({
    source,
    databaseFile,
    replaces: false,
    erased: new Set(),
    leavesUnreadable: false,
    now: NOW,
    ...more,
  });

async function fill(file: string, text: string) {
  const storage = await open(file);
  await storage.clients.add(aClient(), aKey(), []);
  await storage.records.save(aSave(text));
  await storage.close();
}

/** Checks the database and returns its answer; the database is closed afterwards. */
async function answerIn(file: string) {
  const storage = await open(file);
  const stored = await storage.records.load("cl_1");
  await storage.close();
  const database = new DatabaseSync(file);
  expect(database.prepare("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
  expect(database.prepare("pragma foreign_key_check").all()).toEqual([]);
  database.close();
  return (stored?.record["website-form"] as { url: string } | undefined)?.url;
}

const inData = () => readdirSync(join(folder, "data")).sort();

/** Leaves a database as a killed server does, with the last save only in the log. */
async function killedDatabase(text: string) {
  const running = join(folder, "running.db");
  await fill(running, "before");
  const storage = await open(running);
  await storage.records.save(aSave(text));
  mkdirSync(join(folder, "data"), { recursive: true });
  for (const suffix of ["", "-wal", "-shm"]) copyFileSync(running + suffix, databaseFile + suffix);
  await storage.close();
  rmSync(running);
}

describe("a restore", () => {
  test("puts the backup where there is no database, for this user only, and leaves the backup unchanged", async () => {
    const before = readFileSync(source);
    expect(await restore()).toMatchObject({
      clients: 1,
      records: 1,
      schemaVersion: migrations.length,
      keptAside: [],
    });
    expect(inData()).toEqual(["firsthand.db", "firsthand.lock"]);
    expect(statSync(databaseFile).mode & 0o777).toBe(0o600);
    expect(readFileSync(source).equals(before)).toBe(true);
    expect(await answerIn(databaseFile)).toBe("backed up");
  });

  test("sets the existing database aside, named by the time of the restore", async () => {
    await fill(databaseFile, "present");
    const { keptAside } = await restore({ replaces: true });
    expect(keptAside).toEqual([`${databaseFile}.before-restore-${AT}`]);
    expect(await answerIn(databaseFile)).toBe("backed up");
    expect(await answerIn(keptAside[0] ?? "")).toBe("present");
  });

  test("merges the log of a killed server into the database that it sets aside", async () => {
    await killedDatabase("in the log");
    const { keptAside } = await restore({ replaces: true });
    expect(inData()).toEqual(["firsthand.db", `firsthand.db.before-restore-${AT}`, "firsthand.lock"]);
    expect(await answerIn(databaseFile)).toBe("backed up");
    expect(await answerIn(keptAside[0] ?? "")).toBe("in the log");
  });

  test("never applies the log of a missing database to the restored file", async () => {
    await killedDatabase("in the log");
    rmSync(databaseFile);
    const log = readFileSync(`${databaseFile}-wal`);
    const { keptAside } = await restore();
    const aside = `${databaseFile}.before-restore-${AT}`;
    expect(keptAside).toEqual([`${aside}-wal`, `${aside}-shm`]);
    expect(readFileSync(`${aside}-wal`).equals(log)).toBe(true);
    expect(await answerIn(databaseFile)).toBe("backed up");
  });

  test("keeps a database that cannot be opened, with its log, byte for byte", async () => {
    await killedDatabase("in the log");
    // the log is damaged too, because it may hold the first page, and SQLite then opens any file
    const log = readFileSync(`${databaseFile}-wal`).fill(0xa5, 32, 64);
    const damaged = readFileSync(databaseFile).fill(0xa5, 0, 4_096);
    writeFileSync(`${databaseFile}-wal`, log);
    writeFileSync(databaseFile, damaged);
    const { keptAside } = await restore({ replaces: true });
    expect(keptAside.map((file) => file.slice(databaseFile.length))).toEqual([
      `.before-restore-${AT}`,
      `.before-restore-${AT}-wal`,
      `.before-restore-${AT}-shm`,
    ]);
    expect(readFileSync(keptAside[0] ?? "").equals(damaged)).toBe(true);
    expect(readFileSync(keptAside[1] ?? "").equals(log)).toBe(true);
    expect(await answerIn(databaseFile)).toBe("backed up");
  });

  test("replaces the target of a symbolic link, where SQLite keeps its other files", async () => {
    const elsewhere = join(folder, "elsewhere.db");
    await fill(elsewhere, "present");
    mkdirSync(join(folder, "data"));
    symlinkSync(elsewhere, databaseFile);
    await restore({ replaces: true });
    expect(lstatSync(databaseFile).isSymbolicLink()).toBe(true);
    expect(await answerIn(elsewhere)).toBe("backed up");
  });

  test("also works with a database restored before, and with one that was set aside", async () => {
    await fill(databaseFile, "present");
    const { keptAside } = await restore({ replaces: true });
    await restore({ source: keptAside[0] ?? "", replaces: true, now: NOW + 1 });
    expect(await answerIn(databaseFile)).toBe("present");
    const again = join(folder, "again.db");
    await writeBackup({ databaseFile, target: again, precious: [], replaces: false, erased: new Set() });
    await restore({ source: again, replaces: true, now: NOW + 2 });
    expect(await answerIn(databaseFile)).toBe("present");
  });

  test("accepts a plain copy of a closed database", async () => {
    const copy = join(folder, "copy.db");
    await fill(copy, "saved since");
    await restore({ source: copy, replaces: true });
    expect(await answerIn(databaseFile)).toBe("saved since");
  });

  test.each(readdirSync(RELEASES))(
    "accepts a database of release %s, which the next start brings up to date",
    async (version) => {
      await restore({ source: join(RELEASES, version, "firsthand.db") });
      const storage = await open();
      expect(await storage.clients.hasAny()).toBe(true);
      await storage.close();
    },
  );
});

/** Replaces the file with a pipe; a process that opened it would wait forever. */
function makePipe(file: string) {
  rmSync(file);
  execFileSync("mkfifo", [file]);
}

/** The files in the data folder, without the lock that a server and a restore make. */
function dataFiles() {
  if (!existsSync(join(folder, "data"))) return [];
  const names = inData().filter((name) => !name.startsWith("firsthand.lock"));
  return names.map((name) => [name, readFileSync(join(folder, "data", name), "latin1")]);
}

describe("the clients' data keys", () => {
  const keysFile = () => keysFileBeside(source);
  const keyCount = () => readKeysFile(keysFile()).size;
  const backUpAgain = async (erased: string[] = [], target = source) => {
    const command = { databaseFile, precious: [], replaces: true, erased: new Set(erased) };
    return writeBackup({ ...command, target });
  };

  test("are in no backup, but in the file beside it, and are restored with it", async () => {
    const database = new DatabaseSync(source, { readOnly: true });
    expect(database.prepare("select owner, length(wrapped) as bytes from data_keys").all()).toEqual([
      { owner: "cl_1", bytes: 0 },
    ]);
    database.close();
    const key = Buffer.from(readKeysFile(keysFile()).get("cl_1")?.wrapped ?? []);
    expect([key.length > 40, readFileSync(source).includes(key)]).toEqual([true, false]);
    expect(await restore()).toMatchObject({ unreadable: 0, ownersWithoutKey: [] });
    expect(await answerIn(databaseFile)).toBe("backed up");
  });

  test("of an erased client are gone from the next backup on, and older backups cannot open that client", async () => {
    await restore();
    const storage = await open();
    await storage.clients.add(aClient("cl_2"), aKey("KEY02", "cl_2"), []);
    await storage.records.save(aSave("Ben's", { clientId: "cl_2" }));
    const older = join(folder, "older.db");
    await backUpAgain([], older);
    await storage.erasing.softDeleteClient({ clientId: "cl_1", at: NOW }, []);
    await backUpAgain(["cl_1"]);
    await storage.close();
    expect([...readKeysFile(keysFile()).keys()]).toEqual(["cl_2"]);
    const again = join(folder, "again", "firsthand.db");
    const lost = restore({ source: older, databaseFile: again });
    await expect(lost).rejects.toThrow(/firsthand\.keys has no data keys for 1 of 2 clients/);
    const restored = await restore({ source: older, databaseFile: again, leavesUnreadable: true });
    expect(restored.unreadable).toBe(1);
    const read = await open(again);
    await expect(read.records.load("cl_1")).rejects.toThrow("There is no data key");
    expect((await read.records.load("cl_2"))?.record).toEqual({ "website-form": { url: "Ben's" } });
    await read.close();
  });

  test("of an erased client are not reported as missing", async () => {
    rmSync(keysFile());
    expect(await restore({ erased: new Set(["cl_1"]) })).toMatchObject({ unreadable: 0 });
  });

  test("of other backups in the folder stay, whatever program wrote them", async () => {
    const other = join(folder, "other.db");
    const storage = await open(other);
    await storage.clients.add(aClient("cl_9"), aKey("KEY09", "cl_9"), []);
    await storage.close();
    const both = [0, 1].map((nth) =>
      writeBackup({
        databaseFile: other,
        target: join(folder, `nth-${nth}.db`),
        precious: [],
        replaces: false,
        erased: new Set(),
      }),
    );
    await Promise.all(both);
    expect(keyCount()).toBe(2);
  });

  test.each<[string, (file: string) => void, RegExp]>([
    ["is missing", (file) => rmSync(file), /is missing, so there are no data keys for 1 of 1 clients/],
    ["is empty", (file) => truncateSync(file, 0), /is not a whole file of data keys/],
    ["ends in a key", (file) => truncateSync(file, statSync(file).size - 9), /whole file|lacks/],
    ["is something else", (file) => writeFileSync(file, "Dear diary\n"), /is not a whole file of data keys/],
  ])("are required, and nothing is changed where their file %s", async (_how, spoil, reason) => {
    spoil(keysFile());
    await expect(restore()).rejects.toThrow(reason);
    expect(existsSync(databaseFile)).toBe(false);
  });

  test("are required also where a backup was put in place by hand", async () => {
    mkdirSync(join(folder, "data"));
    copyFileSync(source, databaseFile);
    const before = readFileSync(databaseFile);
    await expect(open()).rejects.toThrow(/it is a backup, .* bring it back by "firsthand restore"/);
    expect(readFileSync(databaseFile).equals(before)).toBe(true);
  });
});

describe("a restore is refused, and changes nothing,", () => {
  async function expectRefused(reason: RegExp, more: Partial<RestoreBackupCommand> = {}) {
    const before = dataFiles();
    const error = await restore({ replaces: true, ...more }).catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(StorageRefusal);
    expect((error as Error).message).toMatch(reason);
    expect(dataFiles()).toEqual(before);
  }
  const spoilt = (change: (file: string) => void) => {
    const file = join(folder, "spoilt.db");
    copyFileSync(source, file);
    change(file);
    return { source: file };
  };
  /** A backup that was changed through SQLite, so that no checksum reveals the change. */
  const rewritten = (sql: string) =>
    spoilt((file) => {
      const database = new DatabaseSync(file);
      database.exec(`pragma foreign_keys = 0; pragma user_version = 0; ${sql}`);
      database.close();
    });

  test("where a server is running", async () => {
    await fill(databaseFile, "present");
    const lock = lockForServer(databaseFile);
    await expectRefused(/A Firsthand server is running on .*firsthand\.db\. Stop it first/);
    await expectRefused(/A Firsthand server is running/, { replaces: false });
    lock.release();
  });

  test("where a command is using the database", async () => {
    await fill(databaseFile, "present");
    const storage = await open();
    await expectRefused(/Another command is using .*firsthand\.db\. Wait until it is done/);
    await storage.close();
    expect(await answerIn(databaseFile)).toBe("present");
  });

  test("where a database exists, unless replacing it was requested", async () => {
    await fill(databaseFile, "present");
    await expectRefused(/There is a database at .*firsthand\.db already\. Add --force to replace it/, {
      replaces: false,
    });
  });

  test("where the backup is the database itself, or a database that was not closed", async () => {
    await killedDatabase("in the log");
    await expectRefused(/is the database itself/, { source: join(folder, "data/../data/firsthand.db") });
    const copy = join(folder, "copy.db");
    for (const suffix of ["", "-wal"]) copyFileSync(databaseFile + suffix, copy + suffix);
    await expectRefused(/copy\.db is not a backup but a database that was not closed: .*copy\.db-wal/, {
      source: copy,
    });
  });

  test.each<[string, (file: string) => void, RegExp]>([
    [
      "is missing",
      (file) => rmSync(file),
      /spoilt\.db does not exist\. Name a file that "firsthand backup" wrote/,
    ],
    ["is a pipe", makePipe, /spoilt\.db is not a file/],
    ["is empty", (file) => truncateSync(file, 0), /spoilt\.db is empty\. Nothing was changed/],
    ["is a text", (file) => writeFileSync(file, "Dear diary,\n".repeat(999)), /spoilt\.db is not a database/],
    ["is packed", (file) => writeFileSync(file, "\u001f\u008b\u0008"), /unpack it first/],
    ["has a header only", (file) => truncateSync(file, 100), /spoilt\.db is damaged/],
    ["ends within a page", (file) => truncateSync(file, 20_000), /spoilt\.db is damaged/],
    [
      "lacks its last page",
      (file) => truncateSync(file, statSync(file).size - 4_096),
      /spoilt\.db is damaged/,
    ],
  ])("where the backup %s", async (_what, change, reason) => {
    await expectRefused(reason, spoilt(change));
  });

  test("where one letter of an answer differs from the backed-up one", async () => {
    const changed = spoilt((file) => {
      const bytes = readFileSync(file);
      const inText = bytes.indexOf("FHSEAL") + 60;
      bytes.writeUInt8(bytes.readUInt8(inText) ^ 1, inText);
      writeFileSync(file, bytes);
    });
    await expectRefused(
      /spoilt\.db is damaged: it has changed since it was written\. Nothing was changed/,
      changed,
    );
  });

  test("where a plain copy of a database has a broken page", async () => {
    const { source: plain } = rewritten("pragma journal_mode = wal");
    writeFileSync(plain, readFileSync(plain).fill(0xa5, 4_096 * 2, 4_096 * 3));
    await expectRefused(/spoilt\.db is damaged \(.+\)/, { source: plain });
  });

  test.each<[string, string, RegExp]>([
    ["is another application's", "drop table access_keys", /is a database of another application/],
    ["has no schema version", "delete from installation", /is a database of another application/],
    ["has a strange schema version", "update installation set schema_version = 'one'", /another application/],
    [
      "is of a newer Firsthand",
      "update installation set schema_version = 99",
      /newer Firsthand \(schema 99, this one/,
    ],
    [
      "has a record of nobody",
      "delete from clients",
      /damaged \(a row of \w+ belongs to nothing in clients\)/,
    ],
    [
      "has other columns",
      "alter table access_keys rename column pepper_id to salt",
      /is damaged \(no such column: pepper_id\)/,
    ],
  ])("where the backup %s", async (_what, sql, reason) => {
    await expectRefused(reason, rewritten(sql));
  });

  test("where the folder is a file", async () => {
    writeFileSync(join(folder, "data"), "in the way");
    await expect(restore()).rejects.toThrow(/cannot be used as a lock/);
  });
});

test("a command that opens the database during a restore sees the old or the new one, never a mixture", async () => {
  await fill(databaseFile, "present");
  const seen = new Set<string | undefined>();
  let isRestoring = true;
  const looking = (async () => {
    while (isRestoring) {
      const storage = await open().catch(() => undefined);
      const stored = await storage?.records.load("cl_1");
      if (stored) seen.add((stored.record["website-form"] as { url: string }).url);
      await storage?.close();
      await new Promise(setImmediate);
    }
  })();
  for (let round = 0; round < 5; round++)
    await restore({ replaces: true, now: NOW + round }).catch((error: unknown) => {
      expect((error as Error).message).toMatch(/Another command is using/);
    });
  isRestoring = false;
  await looking;
  expect([...seen].every((text) => text === "present" || text === "backed up")).toBe(true);
  expect(["present", "backed up"]).toContain(await answerIn(databaseFile));
});
