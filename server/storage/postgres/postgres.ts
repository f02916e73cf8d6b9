import { setTimeout } from "node:timers/promises";
import { type ControlledTransaction, sql } from "kysely";
import type { Engine, TransactionNote } from "../engine/engine.ts";
import { asFault, asRefusal, isConflict, isEndedConnection, isMadeTwice } from "../engine/postgres-faults.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { migrateOnce, type RowTrigger, type SchemaUse } from "../migrations/migrate.ts";
import { type DatabaseHost, nameOfHosts } from "./database-url.ts";
import { holdPostgres } from "./hold.ts";
import { type HostOptions, openHosts } from "./postgres-hosts.ts";
import { holds, kyselyOn, placeAmong } from "./postgres-kysely.ts";

/** As long as a save waits for SQLite's lock. */
const CONFLICT_WAIT_MS = 5_000;
const CONFLICT_PAUSE_MS = 10;
const GIVE_WAY_MS = 500;
/** So many connections of the pool may have been ended together. */
const BEGIN_TRIES = 5;
/** A row that is there still is no matter of two that met. */
const MADE_TWICE_TRIES = 3;

const TERMS = {
  whole: "bigint",
  bytes: "bytea",
  inCodePoints,
  indexesLongTexts: false,
  trigrams: "pg_trgm",
  onEachRow,
} as const;

type Work<Result> = (db: Db) => Promise<Result>;

/**
 * PostgreSQL, or an engine that speaks its protocol, on the first of these hosts that takes writes. Rejects with
 * StorageRefusal where it cannot be used.
 */
export async function openPostgres(
  addresses: DatabaseHost[],
  { use = "upgrade", ...options }: Omit<HostOptions, "isReadOnly"> & { use?: SchemaUse } = {},
): Promise<Engine> {
  const hosts = openHosts(addresses, options);
  const db = kyselyOn(hosts);
  try {
    await migrateOnce(db, { terms: TERMS, use });
  } catch (error) {
    await db.destroy();
    throw asRefusal(nameOfHosts(addresses), error);
  }
  let note: TransactionNote | undefined;
  const read: Engine["read"] = (work) => work(db).catch((error) => Promise.reject(asFault(error)));
  return {
    reader: db,
    write: serializableWrites(db, (seconds) => note?.(seconds, 1)),
    read,
    readAside: read,
    // what was deleted lies in pages and logs until the database itself has them over; it was sealed
    eraseFreedPages: async () => true,
    isShared: true,
    inCodePoints,
    holds,
    placeAmong,
    trigrams: TERMS.trigrams,
    hold: (holding) => holdPostgres(db, holding),
    now: () => read(clockOf),
    stats: () => ({ pool: hosts.stats() }),
    watchTransactions: (noting) => {
      note = noting;
    },
    close: () => db.destroy(),
  };
}

async function clockOf(db: Db): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now.getTime() ?? Number.NaN;
}

function onEachRow({ name, event, table, when, acts }: RowTrigger): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $acts$
      begin ${acts.map((act) => `${act};`).join(" ")} return null; end $acts$`,
    `create trigger ${name} after ${event} on ${table} for each row ${when ? `when (${when})` : ""}
      execute function ${name}()`,
  ];
}

function inCodePoints(column: string) {
  return sql`${sql.ref(column)} collate "C"`;
}

/** A connection that was ended while it rested is found out by the first to use it: nothing was asked of it yet. */
async function beginOn(db: Db, tries = 1): Promise<ControlledTransaction<Tables>> {
  try {
    return await db.startTransaction().setIsolationLevel("serializable").execute();
  } catch (error) {
    if (!isEndedConnection(error) || tries === BEGIN_TRIES) throw error;
    return beginOn(db, tries + 1);
  }
}

/**
 * Each work has its own transaction, and the outcome is as if they had run one after another, whatever server they
 * come from. The database rolls back one of two that cannot be put in such an order; that one is run again. In this
 * process those that are run again wait for each other, and new ones for them, so that they do not meet a second time.
 */
function serializableWrites(db: Db, noteCommit: (seconds: number) => void): Engine["write"] {
  let again: Promise<unknown> = Promise.resolve();
  let repeating = 0;

  async function attempt<Result>(work: Work<Result>): Promise<Result> {
    const begun = performance.now();
    const transaction = await beginOn(db);
    try {
      const result = await work(transaction);
      await transaction.commit().execute();
      noteCommit((performance.now() - begun) / 1_000);
      return result;
    } catch (error) {
      // fails if the connection is broken; the database then rolls back automatically
      await transaction
        .rollback()
        .execute()
        .catch(() => undefined);
      throw error;
    }
  }

  async function untilItPasses<Result>(work: Work<Result>, end: number, tries = 1): Promise<Result> {
    await setTimeout(Math.random() * CONFLICT_PAUSE_MS);
    return attempt(work).catch((error) => {
      const mayPass = isConflict(error) || (isMadeTwice(error) && tries < MADE_TWICE_TRIES);
      if (!mayPass || performance.now() > end) throw error;
      return untilItPasses(work, end, tries + 1);
    });
  }

  return async (work, { collisionMs = CONFLICT_WAIT_MS } = {}) => {
    // it would collide with those that are run again, and they with it; where the database hangs, so would all of them
    if (repeating > 0) await Promise.race([again, setTimeout(GIVE_WAY_MS, undefined, { ref: false })]);
    const end = performance.now() + collisionMs;
    try {
      return await attempt(work);
    } catch (error) {
      if (!isConflict(error) && !isMadeTwice(error)) throw asFault(error);
      repeating++;
      const turn = again.then(() => untilItPasses(work, end)).finally(() => repeating--);
      again = turn.catch(() => undefined);
      return turn.catch((fault) => Promise.reject(asFault(fault)));
    }
  };
}
