import type { Engine, HeldSnapshot } from "../engine/engine.ts";
import { StorageRefusal, StorageUnavailable } from "../engine/faults.ts";
import { checkRows, copyRows, type EnginePair, type Progress } from "./copy-rows.ts";
import type { DatabaseLocation } from "./place.ts";
import { type MoveSource, openSource, refuseMovedElsewhere } from "./source.ts";
import { allTables, tablesOf } from "./tables.ts";
import { claimTarget, idOfSource, type MoveTarget, openTarget, releaseTarget } from "./target.ts";

export type MoveOptions = {
  from: DatabaseLocation;
  to: DatabaseLocation;
  /** Throws if the available secrets are not the source's. */
  checkSource(source: Engine): Promise<void>;
  /** Called before the tables of a SQLite file from an earlier release are changed. */
  beforeUpgrade(): Promise<void>;
  progress: Progress;
  clock: () => number;
};

/** `others`: the sessions connected to the source that prevented finishing. */
export type MoveResult = {
  isFinished: boolean;
  changed: number;
  tables: { table: string; rows: number }[];
  others: string[];
};

type Ends = { source: MoveSource; target: MoveTarget };

/** Moves an installation between SQLite and PostgreSQL, in either direction. Throws StorageRefusal. */
export async function moveInstallation(move: MoveOptions): Promise<MoveResult> {
  const source = await openSource(move.from, move.beforeUpgrade);
  let isFinished = false;
  try {
    await move.checkSource(source.engine);
    const target = await openTarget(move.to);
    try {
      const moved = await fill({ source, target }, move);
      isFinished = moved.isFinished;
      return moved;
    } finally {
      await target.close();
    }
  } finally {
    await source.close({ isFinished });
  }
}

async function fill(ends: Ends, { progress, clock }: MoveOptions): Promise<MoveResult> {
  const { source, target } = ends;
  // SQLite lists its tables most simply, and both sides have the same tables
  const { read } = source.engine.isShared ? target.engine : source.engine;
  const [copied, tables] = [await read(tablesOf), await read(allTables)];
  await refuseMovedElsewhere(source, target.address);
  await claimTarget(target, {
    tables: copied,
    sourceId: await idOfSource(source.engine),
    now: clock(),
  });
  const held = await naming(source.name)(source.engine.hold({ excludesWrites: source.isStill, tables }));
  try {
    const both = bothOf(ends, held);
    const changed = await copyRows(both, copied, progress);
    const { isStill, others } = source;
    if (!isStill) return { isFinished: false, changed, tables: [], others };
    const checked = await checkRows(both, copied);
    refuseDiffering(ends, checked);
    // marked before the target is released, so that the two never serve at the same time
    await source.mark(held, { to: target.address, tables, now: clock() });
    await target.erased.addAll(await source.erased.entries());
    await naming(target.name)(releaseTarget(target));
    return { isFinished: true, changed, tables: checked.map(({ table, rows }) => ({ table, rows })), others };
  } finally {
    await held.end();
  }
}

/** The two sides as the copy uses them: an error names the side that failed. */
function bothOf({ source, target }: Ends, held: HeldSnapshot): EnginePair {
  const [ofSource, ofTarget] = [naming(source.name), naming(target.name)];
  const { read, write } = target.engine;
  return {
    source: { read: (work) => ofSource(held.read(work)) },
    target: { read: (work) => ofTarget(read(work)), write: (work) => ofTarget(write(work)) },
  };
}

function refuseDiffering({ source, target }: Ends, checked: { table: string; isEqual: boolean }[]): void {
  const differing = checked.filter(({ isEqual }) => !isEqual).map(({ table }) => table);
  if (differing.length === 0) return;
  throw new StorageRefusal(
    `${target.name}: after copying, ${differing.join(", ")} differ from ${source.name}, which is unchanged. Check that nothing else writes to the target, then run the command again.`,
  );
}

function naming(name: string) {
  return <Done>(step: Promise<Done>): Promise<Done> =>
    step.catch((error) => {
      if (!(error instanceof StorageUnavailable)) throw error;
      throw new StorageRefusal(
        `${name}: ${error.message}. The source is unchanged. Solve this and run the command again, which continues the copy.`,
        { cause: error },
      );
    });
}
