import { sql } from "kysely";
import type { HeldSnapshot, HoldOptions } from "../engine/engine.ts";
import { asFault } from "../engine/postgres-faults.ts";
import type { Db } from "../engine/schema.ts";

/** Long, since a copy writes elsewhere between two reads. The limit frees the tables if the copying machine fails. */
const IDLE_MAX = "5min";
const LOCK_WAIT_MAX = "4s";

/** Holds a snapshot of the database in a transaction on one connection. */
export async function holdPostgres(db: Db, { excludesWrites, tables }: HoldOptions): Promise<HeldSnapshot> {
  const transaction = await db.startTransaction().setIsolationLevel("repeatable read").execute();
  let isOpen = true;
  async function end(): Promise<void> {
    if (!isOpen) return;
    isOpen = false;
    // after an error, `commit` rolls back
    await transaction.commit().execute();
  }
  const read: HeldSnapshot["read"] = (work) =>
    work(transaction).catch((error) => Promise.reject(asFault(error)));
  try {
    await read(async (held) => {
      await sql`set local idle_in_transaction_session_timeout = ${sql.lit(IDLE_MAX)}`.execute(held);
      await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MAX)}`.execute(held);
      // before the first select, which fixes the snapshot
      if (excludesWrites) await lockTables(held, tables);
      await held.selectFrom("installation").select("id").execute();
    });
  } catch (error) {
    await end().catch(() => undefined);
    throw error;
  }
  return { read, end };
}

/** Allows reads by others, and blocks writes and a second move. */
async function lockTables(db: Db, tables: string[]): Promise<void> {
  await sql`lock table ${sql.join(tables.map((name) => sql.table(name)))} in share row exclusive mode`.execute(
    db,
  );
}
