import { setImmediate, setTimeout } from "node:timers/promises";
import type { WriteOptions } from "./engine.ts";
import { StorageUnavailable, WritesCollided } from "./faults.ts";

type Grouping<Item, Result> = {
  /** Results in the order of the items. */
  run: (items: Item[]) => Promise<Result[]>;
  /** A batch never has two items of one owner. */
  ownerOf: (item: Item) => string;
};
type QueuedItem<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
};

const GROUP_MAX = 50;
/** A large batch reads more and takes longer, so it collides more often: it is soon split into smaller ones. */
const GROUP_COLLISION_MS = 200;
/**
 * After this time, the next batch starts although this one has not ended. On a busy database, batches that start sooner
 * collide with each other, and only few saves pass.
 */
const PATIENCE_MS = 500;

/**
 * Batches the items that come while others are running, for a database with a long round trip. If a batch collides with
 * other writes, each half is run; if it fails for another reason, each item is run alone, unless the database is
 * unavailable.
 */
export function inGroups<Item, Result>({ run, ownerOf }: Grouping<Item, Result>) {
  const queue: QueuedItem<Item, Result>[] = [];
  let isDraining = false;

  async function drain(): Promise<void> {
    // waits one turn of the event loop, so that items of the same turn share a batch
    for (await setImmediate(); queue.length > 0; ) {
      const settled = settle(nextGroup());
      await Promise.race([settled, setTimeout(PATIENCE_MS, undefined, { ref: false })]);
    }
    isDraining = false;
  }

  /** Sorted by owner, as in every process, so that two batches cannot deadlock. */
  function nextGroup(): QueuedItem<Item, Result>[] {
    const group = new Map<string, QueuedItem<Item, Result>>();
    const left: QueuedItem<Item, Result>[] = [];
    for (const waiting of queue) {
      const owner = ownerOf(waiting.item);
      if (group.size < GROUP_MAX && !group.has(owner)) group.set(owner, waiting);
      else left.push(waiting);
    }
    queue.splice(0, queue.length, ...left);
    return [...group].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, waiting]) => waiting);
  }

  async function settle(group: QueuedItem<Item, Result>[]): Promise<void> {
    try {
      const results = await run(group.map(({ item }) => item));
      for (const [place, { resolve }] of group.entries()) resolve(results[place] as Result);
    } catch (error) {
      const parts = partsOf(group, error);
      if (parts.length === 0) for (const { reject } of group) reject(error);
      for (const part of parts) await settle(part);
    }
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (isDraining) return;
      isDraining = true;
      void drain();
    });
}

/** The parts to run next; none if another try would not help. */
function partsOf<Each>(group: Each[], error: unknown): Each[][] {
  const half = Math.ceil(group.length / 2);
  if (group.length === 1) return [];
  if (error instanceof WritesCollided) return [group.slice(0, half), group.slice(half)];
  return error instanceof StorageUnavailable ? [] : group.map((each) => [each]);
}

/** For the write of a batch, which may still be split. */
export function writeOfGroup({ length }: unknown[]): WriteOptions {
  return length > 1 ? { collisionMs: GROUP_COLLISION_MS } : {};
}

/** Turns a function for several items into a function for one item. */
export function oneByOne<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  return async (item) => {
    const [result] = await run([item]);
    return result as Result;
  };
}
