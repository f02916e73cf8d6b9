import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { rewriteLog } from "./rewrite-log.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "firsthand-log-"));
  file = join(folder, "firsthand.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function openDatabase() {
  const database = new DatabaseSync(file);
  database.exec(
    "pragma journal_mode = wal; create table if not exists notes (n integer); insert into notes values (1)",
  );
  return database;
}

/** Leaves the files as a process that is killed after a commit does. */
function leaveLog() {
  const database = openDatabase();
  cpSync(file, `${file}.killed`);
  cpSync(`${file}-wal`, `${file}-wal.killed`);
  database.close();
  for (const name of [file, `${file}-wal`]) cpSync(`${name}.killed`, name);
}

test("a log that was left behind is merged into the database", () => {
  leaveLog();
  rewriteLog(file);
  expect(existsSync(`${file}-wal`)).toBe(false);
  const database = new DatabaseSync(file);
  expect(database.prepare("select n from notes").all()).toEqual([{ n: 1 }]);
  database.close();
});

test("a log that another process uses is not touched", () => {
  const other = openDatabase();
  const before = readFileSync(`${file}-wal`);
  rewriteLog(file);
  expect(readFileSync(`${file}-wal`).equals(before)).toBe(true);
  other.exec("insert into notes values (2)");
  expect(other.prepare("select count(*) as count from notes").get()).toEqual({ count: 2 });
  other.close();
});

test("without a log nothing happens, with or without a database", () => {
  rewriteLog(file);
  expect(existsSync(file)).toBe(false);
  openDatabase().close();
  rewriteLog(file);
  expect(existsSync(file)).toBe(true);
});

test("a file that is not a database is not touched, so that opening it refuses it", () => {
  leaveLog();
  writeFileSync(file, "Dear diary,\n".repeat(1_000));
  writeFileSync(`${file}-wal`, "Dear diary,\n".repeat(1_000));
  rewriteLog(file);
  expect(readFileSync(file, "utf8")).toMatch(/^Dear diary,/);
});
