import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { type RawBuilder, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Engine } from "../engine/engine.ts";
import { StorageUnavailable } from "../engine/faults.ts";
import type { Db } from "../engine/schema.ts";
import { openReaderThread, startReaderThread } from "./reader-thread.ts";
import { openSqlite } from "./sqlite.ts";

let folder: string;
let file: string;
let engine: Engine;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "firsthand-reader-"));
  file = join(folder, "firsthand.db");
  engine = await openSqlite(file);
});
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A query that takes SQLite some tenths of a second. */
const LONG = sql`
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 2000000)
  select count(*) as n from numbers`;
const ONE = sql`select 1 as n`;

const rowsOf = (query: RawBuilder<unknown>) => async (db: Db) => (await query.execute(db)).rows;
const readAside = (query: RawBuilder<unknown>) => engine.readAside(rowsOf(query));
const save = () =>
  engine.write((db) =>
    db.insertInto("interviews").values({ hash: "h", body: "{}", first_used_at: 1 }).execute(),
  );

/** Begins a long read; resolves once the thread has the statement. */
async function beginLongRead(of = engine.readAside) {
  const reading = of(rowsOf(LONG));
  await setImmediate();
  return { reading };
}

test("a save does not wait for a long read", async () => {
  const order: string[] = [];
  const { reading } = await beginLongRead();
  const read = reading.then(() => order.push("read"));
  await save().then(() => order.push("saved"));
  await read;
  expect(order).toEqual(["saved", "read"]);
});

describe("a thread answers like the main thread:", () => {
  /** The result, or the thrown error with every property that our code reads. */
  async function outcome(reading: Promise<unknown>) {
    try {
      return { rows: await reading };
    } catch (error) {
      const { name, message, cause } = error as Error;
      return { name, message, of: Object.getPrototypeOf(error), fields: { ...(error as object) }, cause };
    }
  }
  async function expectSame(query: RawBuilder<unknown>) {
    const [there, here] = [await outcome(readAside(query)), await outcome(engine.read(rowsOf(query)))];
    expect(there).toEqual(here);
    return there;
  }

  test.for([
    [
      "null, texts, numbers and bytes",
      sql`select null as a, ${"é\0🥐"} as b, ${1.5} as c, ${new Uint8Array([0, 255])} as d`,
    ],
    ["a whole number that only bigint holds, given", sql`select cast(${2n ** 62n} as text) as a`],
    ["a whole number that only bigint holds, found", sql`select 9007199254740993 as a`],
    ["a value that SQLite does not take", sql`select ${{}} as a`],
    ["no rows", sql`select 1 as a where false`],
    ["a mistake", sql`select nothing`],
  ] as const)("%s", async ([, query]) => {
    await expectSame(query);
  });

  test("a damaged page", async () => {
    await save();
    await engine.close();
    const database = new DatabaseSync(file, { readOnly: true });
    const page = database.prepare("select rootpage from sqlite_schema where name = 'interviews'").get();
    database.close();
    const end = Number(page?.rootpage) * 4_096;
    writeFileSync(file, readFileSync(file).fill(0xa5, end - 4_096, end));
    engine = await openSqlite(file);
    expect(await expectSame(sql`select * from interviews`)).toMatchObject({
      name: "StorageUnavailable",
      message: "The database is unavailable: damaged",
      cause: { code: "ERR_SQLITE_ERROR", errcode: 11 },
    });
  });
});

test("a file that cannot be opened is an error, and the next read tries again", async () => {
  renameSync(file, `${file}.away`);
  await expect(readAside(ONE)).rejects.toThrow(/unavailable: cannot be opened/);
  renameSync(`${file}.away`, file);
  expect(await readAside(ONE)).toEqual([{ n: 1 }]);
});

test("the thread cannot write", async () => {
  await expect(readAside(sql`delete from clients`)).rejects.toThrow(/unavailable: read-only/);
});

test("deleted data is erased from the log after a long read, which is answered first", async () => {
  await save();
  const order: string[] = [];
  const { reading } = await beginLongRead();
  const read = reading.then(() => order.push("read"));
  expect(await engine.eraseFreedPages()).toBe(true);
  order.push("erased");
  await read;
  expect(order).toEqual(["read", "erased"]);
  expect(readFileSync(`${file}-wal`)).toHaveLength(0);
});

test("closing answers the current read, refuses those behind it, and merges the log into the file", async () => {
  const { reading } = await beginLongRead();
  const waiting = expect(readAside(ONE)).rejects.toThrow(StorageUnavailable);
  await engine.close();
  expect(await reading).toEqual([{ n: 2_000_000 }]);
  await waiting;
  await expect(readAside(ONE)).rejects.toThrow(StorageUnavailable);
  expect(existsSync(`${file}-wal`)).toBe(false);
  engine = await openSqlite(file);
});

test("a process that has read exits without closing anything", { timeout: 30_000 }, async () => {
  const script = `
    import { sql } from "kysely";
    import { openSqlite } from ${JSON.stringify(join(import.meta.dirname, "sqlite.ts"))};
    const engine = await openSqlite(${JSON.stringify(join(folder, "other.db"))});
    const { rows } = await engine.readAside((db) => sql\`select 1 as n\`.execute(db));
    process.stdout.write(JSON.stringify(rows));
  `;
  const args = ["--input-type=module-typescript", "-e", script];
  const ended = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
  expect(ended).toEqual({ stdout: '[{"n":1}]', stderr: "" });
});

describe("the thread", () => {
  /** A reader whose threads the test can see. */
  function watched(startFirst = () => startReaderThread({ file, pragmas: "" }), idleMs?: number) {
    const threads: { thread: Worker; ended: Promise<unknown> }[] = [];
    const reader = openReaderThread(() => {
      const thread = threads.length === 0 ? startFirst() : startReaderThread({ file, pragmas: "" });
      threads.push({ thread, ended: new Promise((resolve) => thread.once("exit", resolve)) });
      return thread;
    }, idleMs);
    return { threads, close: reader.close, read: (query: RawBuilder<unknown>) => rowsOf(query)(reader.db) };
  }

  test("starts with the first read, and serves the next ones", async () => {
    const { threads, read, close } = watched();
    expect(threads).toHaveLength(0);
    await Promise.all([read(ONE), read(ONE)]);
    await read(ONE);
    expect(threads).toHaveLength(1);
    await close();
  });

  test("ends after some time without a read, and the next read starts another", async () => {
    const { threads, read, close } = watched(undefined, 1);
    await read(ONE);
    await threads[0]?.ended;
    expect(await read(ONE)).toEqual([{ n: 1 }]);
    expect(threads).toHaveLength(2);
    await close();
  });

  test("that ends early fails the current read, and the next read starts another", async () => {
    const { threads, read, close } = watched();
    const failed = expect(read(LONG)).rejects.toThrow(StorageUnavailable);
    const next = read(ONE);
    await setImmediate();
    await threads[0]?.thread.terminate();
    await failed;
    expect(await next).toEqual([{ n: 1 }]);
    expect(threads).toHaveLength(2);
    await close();
  });

  test("that crashes says why in the failure's cause", async () => {
    const { read, close } = watched(() => new Worker("throw new RangeError('out of luck')", { eval: true }));
    const error = await read(ONE).catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(StorageUnavailable);
    expect(error).toMatchObject({ cause: { name: "RangeError", message: "out of luck" } });
    expect(await read(ONE)).toEqual([{ n: 1 }]);
    await close();
  });
});
