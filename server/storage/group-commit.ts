import { setImmediate, setTimeout } from "node:timers/promises";
import { CompiledQuery, type Kysely } from "kysely";
import type { Engine } from "./engine.ts";
import type { Tables } from "./schema.ts";

/** A group is as large as what arrived in one turn of the event loop, up to this. */
const GROUP_MAX = 50;
const LOCK_WAIT_MS = 5_000;
const LOCK_RETRY_MS = 25;

type Waiting = {
  work: (db: Kysely<Tables>) => Promise<unknown>;
  resolve: (result: never) => void;
  reject: (reason: unknown) => void;
};
type Settle = () => void;
type Faults = { asFault: (error: unknown) => unknown; isLocked: (error: unknown) => boolean };

const statement = (sql: string) => CompiledQuery.raw(sql);
const BEGIN = statement("begin immediate");
const COMMIT = statement("commit");
const ROLLBACK = statement("rollback");
const SAVEPOINT = statement("savepoint work");
const RELEASE = statement("release work");
const UNDO = statement("rollback to work");

/**
 * Writes that arrive together share one transaction, and so one flush to the disk; each is answered after the
 * commit. A write that throws is rolled back alone, behind its savepoint.
 */
export function groupCommit(db: Kysely<Tables>, { asFault, isLocked }: Faults) {
  const queue: Waiting[] = [];
  let draining: Promise<void> | undefined;

  const write: Engine["write"] = (work) =>
    new Promise((resolve, reject) => {
      queue.push({ work, resolve, reject });
      draining ??= drain().finally(() => {
        draining = undefined;
      });
    });

  async function drain(): Promise<void> {
    // a write that came while the last group was being answered is in the queue by then
    for (await setImmediate(); queue.length > 0; await setImmediate())
      await commitGroup(queue.splice(0, GROUP_MAX));
  }

  async function commitGroup(group: Waiting[]): Promise<void> {
    try {
      await begin();
      const settled: Settle[] = [];
      for (const waiting of group) settled.push(await runOne(waiting));
      await db.executeQuery(COMMIT);
      for (const settle of settled) settle();
    } catch (error) {
      // fails where SQLite has rolled back by itself
      await db.executeQuery(ROLLBACK).catch(() => undefined);
      for (const waiting of group) waiting.reject(asFault(error));
    }
  }

  /** Each attempt blocks the process for the busy time-out at most; other requests go on between them. */
  async function begin(): Promise<void> {
    const deadline = performance.now() + LOCK_WAIT_MS;
    for (;;) {
      try {
        await db.executeQuery(BEGIN);
        return;
      } catch (error) {
        if (!isLocked(error) || performance.now() > deadline) throw error;
        await setTimeout(LOCK_RETRY_MS);
      }
    }
  }

  async function runOne({ work, resolve, reject }: Waiting): Promise<Settle> {
    await db.executeQuery(SAVEPOINT);
    try {
      const result = await work(db);
      await db.executeQuery(RELEASE);
      return () => resolve(result as never);
    } catch (error) {
      // a full disk rolls the whole transaction back; then this fails too and the group with it
      await db.executeQuery(UNDO);
      await db.executeQuery(RELEASE);
      return () => reject(asFault(error));
    }
  }

  return Object.assign(write, { idle: async () => draining });
}
