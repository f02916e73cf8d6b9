import { setTimeout } from "node:timers/promises";
import { type ControlledTransaction, sql } from "kysely";
import type { Engine, TransactionNote } from "../engine/engine.ts";
import { asFault, asRefusal, isConflict, isEndedConnection, isMadeTwice } from "../engine/postgres-faults.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { migrateOnce, type RowTrigger, type SchemaUse } from "../migrations/migrate.ts";
import { type DatabaseHost, nameOfHosts } from "./database-url.ts";
import { holdPostgres } from "./hold.ts";
import { type HostOptions, openHosts } from "./postgres-hosts.ts";
import { holds, isSet, kyselyOn, placeAmong } from "./postgres-kysely.ts";

/** How long a conflicting write is retried: as long as a save waits for SQLite's lock. */
const CONFLICT_WAIT_MS = 5_000;
const CONFLICT_PAUSE_MS = 10;
const GIVE_WAY_MS = 500;
/** Number of pooled connections that may have been ended together. */
const BEGIN_TRIES = 5;
/** If the row still exists after these tries, the error is not a race of two transactions. */
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
 * PostgreSQL, or an engine with its protocol, on the first of these hosts that accepts writes. Rejects with
 * StorageRefusal if it cannot be used.
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
    // deleted data stays in pages and logs until the database overwrites them; it was sealed
    eraseFreedPages: async () => true,
    isShared: true,
    inCodePoints,
    holds,
    placeAmong,
    isSet,
    rowPlace: "ctid",
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

/**
 * The first use of an idle connection discovers that the connection has ended. No work was sent yet, so a retry is
 * safe.
 */
async function beginOn(db: Db, tries = 1): Promise<ControlledTransaction<Tables>> {
  try {
    return await db.startTransaction().setIsolationLevel("serializable").execute();
  } catch (error) {
    if (!isEndedConnection(error) || tries === BEGIN_TRIES) throw error;
    return beginOn(db, tries + 1);
  }
}

/**
 * Runs each work in a serializable transaction: the outcome is as if all ran one after another, on whichever server.
 * The database rolls back one of two conflicting transactions, which is retried. Within this process, retries run one
 * after another, and new works wait for them, so that they do not conflict again.
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
    // waits for retries, which this work would conflict with; only for a while, in case the database hangs
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
