import { setImmediate, setTimeout } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import type { Engine, TransactionNote } from "../engine/engine.ts";
import { StorageUnavailable } from "../engine/faults.ts";
import type { Db } from "../engine/schema.ts";

/** A group has the writes that arrived in one turn of the event loop, up to this number. */
const GROUP_MAX = 50;
const GATHER_TURNS_MAX = 50;
/** A connection accepted in one turn may have its request read in the next. */
const QUIET_TURNS = 2;
const LOCK_WAIT_MS = 5_000;
const LOCK_RETRY_MS = 25;

type QueuedWork = {
  work: (db: Db) => Promise<unknown>;
  resolve: (result: never) => void;
  reject: (reason: unknown) => void;
  /** On the clock of `performance`. */
  since: number;
};
type Faults = { asFault: (error: unknown) => unknown; isLocked: (error: unknown) => boolean };

const statement = (sql: string) => CompiledQuery.raw(sql);
const BEGIN = statement("begin immediate");
const COMMIT = statement("commit");
const ROLLBACK = statement("rollback");

/**
 * Writes that arrive together share one transaction, and so one flush to disk; each is answered after the commit. If
 * one of them throws, all are rolled back and run again, each in its own transaction: that is rare, and cheaper than a
 * savepoint for every write.
 */
export function groupCommit(db: Db, { asFault, isLocked }: Faults) {
  const queue: QueuedWork[] = [];
  let draining: Promise<void> | undefined;
  let note: TransactionNote | undefined;

  const write: Engine["write"] = (work) =>
    new Promise((resolve, reject) => {
      queue.push({ work, resolve, reject, since: performance.now() });
      draining ??= drain().finally(() => {
        draining = undefined;
      });
    });

  async function drain(): Promise<void> {
    // a write that arrives while a group is committed waits in the queue for the next one
    for (await gather(); queue.length > 0; await gather()) await commitGroup(queue.splice(0, GROUP_MAX));
  }

  /**
   * Lets the event loop turn until no more writes arrive. Node accepts one connection per turn, so a commit in each
   * turn would make the last of many simultaneous clients wait long, as after a restart.
   */
  async function gather(): Promise<void> {
    for (let turns = 0, quiet = 0; turns < GATHER_TURNS_MAX && quiet < QUIET_TURNS; turns++) {
      const before = queue.length;
      await setImmediate();
      quiet = queue.length > before ? 0 : quiet + 1;
    }
  }

  async function commitGroup(group: QueuedWork[]): Promise<void> {
    try {
      const results = await transact(group);
      group.forEach(({ resolve }, place) => {
        resolve(results[place] as never);
      });
    } catch (error) {
      await afterRollback(group, asFault(error));
    }
  }

  async function afterRollback(group: QueuedWork[], fault: unknown): Promise<void> {
    // a database that cannot serve one write cannot serve any
    const isForAll = group.length === 1 || fault instanceof StorageUnavailable;
    for (const waiting of group) {
      if (isForAll) waiting.reject(fault);
      else await commitGroup([waiting]);
    }
  }

  async function transact(group: QueuedWork[]): Promise<unknown[]> {
    await begin(group);
    const begun = performance.now();
    try {
      const results: unknown[] = [];
      for (const { work } of group) results.push(await work(db));
      await db.executeQuery(COMMIT);
      note?.((performance.now() - begun) / 1_000, group.length);
      return results;
    } catch (error) {
      // fails if SQLite has rolled back automatically
      await db.executeQuery(ROLLBACK).catch(() => undefined);
      throw error;
    }
  }

  /** Each attempt blocks the process at most for the busy timeout; between attempts, it yields to other requests. */
  async function begin(group: QueuedWork[]): Promise<void> {
    for (;;) {
      try {
        await db.executeQuery(BEGIN);
        return;
      } catch (error) {
        if (!isLocked(error)) throw error;
        refuseOverdue(group, error);
        if (group.length === 0) throw error;
        await setTimeout(LOCK_RETRY_MS);
      }
    }
  }

  /** Rejects the writes that have waited too long and removes them from the group, which is in order of arrival. */
  function refuseOverdue(group: QueuedWork[], error: unknown): void {
    const arrivedBefore = performance.now() - LOCK_WAIT_MS;
    while (group[0] && group[0].since < arrivedBefore) group.shift()?.reject(asFault(error));
  }

  return Object.assign(write, {
    idle: async () => draining,
    stats: () => ({ writesWaiting: queue.length }),
    watchTransactions: (noting: TransactionNote) => {
      note = noting;
    },
  });
}
