import { setImmediate, setTimeout } from "node:timers/promises";
import type { WriteOptions } from "./engine.ts";
import { StorageUnavailable, WritesCollided } from "./faults.ts";

type Grouping<Item, Result> = {
  /** Results in the order of the items. */
  run: (items: Item[]) => Promise<Result[]>;
  /** No two items of one owner are in a group. */
  ownerOf: (item: Item) => string;
};
type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
};

const GROUP_MAX = 50;
/** Small groups pass where a large one collides each time: it reads more, and takes longer. */
const GROUP_COLLISION_MS = 200;
/** A group that another server keeps waiting for longer keeps nobody else waiting. */
const PATIENCE_MS = 50;

/**
 * Runs together what comes while others are under way: for a database to which the way is long. Where a group fails
 * other than by the database's absence, each of it is run alone; where it collides with what others write, its halves.
 */
export function inGroups<Item, Result>({ run, ownerOf }: Grouping<Item, Result>) {
  const queue: Waiting<Item, Result>[] = [];
  let isDraining = false;

  async function drain(): Promise<void> {
    // what arrives in the same turn
    for (await setImmediate(); queue.length > 0; ) {
      const settled = settle(nextGroup());
      await Promise.race([settled, setTimeout(PATIENCE_MS, undefined, { ref: false })]);
    }
    isDraining = false;
  }

  /** In an order that is the same in every process, so that none of two waits for the other. */
  function nextGroup(): Waiting<Item, Result>[] {
    const group = new Map<string, Waiting<Item, Result>>();
    const left: Waiting<Item, Result>[] = [];
    for (const waiting of queue) {
      const owner = ownerOf(waiting.item);
      if (group.size < GROUP_MAX && !group.has(owner)) group.set(owner, waiting);
      else left.push(waiting);
    }
    queue.splice(0, queue.length, ...left);
    return [...group].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, waiting]) => waiting);
  }

  async function settle(group: Waiting<Item, Result>[]): Promise<void> {
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

/** What is tried next: nothing where that would be of no use. */
function partsOf<Each>(group: Each[], error: unknown): Each[][] {
  const half = Math.ceil(group.length / 2);
  if (group.length === 1) return [];
  if (error instanceof WritesCollided) return [group.slice(0, half), group.slice(half)];
  return error instanceof StorageUnavailable ? [] : group.map((each) => [each]);
}

/** For the write of a group, which may still be halved. */
export function writeOfGroup({ length }: unknown[]): WriteOptions {
  return length > 1 ? { collisionMs: GROUP_COLLISION_MS } : {};
}

/** Turns a function that runs several items into a function that runs one item alone. */
export function oneByOne<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  return async (item) => {
    const [result] = await run([item]);
    return result as Result;
  };
}
