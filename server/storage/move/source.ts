import { existsSync, renameSync } from "node:fs";
import { isOfEarlierRelease } from "../backup/inspect-database.ts";
import { erasedClients } from "../clients/erased-clients.ts";
import { type ErasedList, openErasedFile } from "../clients/erased-list.ts";
import type { Engine, HeldSnapshot } from "../engine/engine.ts";
import { StorageRefusal } from "../engine/faults.ts";
import { hasMoved, markMoved, movingMarks } from "../engine/moving-mark.ts";
import { fenceTables } from "../postgres/fence.ts";
import { otherSessions } from "../postgres/other-sessions.ts";
import { lockForServer } from "../sqlite/server-lock.ts";
import { openSqlite } from "../sqlite/sqlite.ts";
import { type DatabaseLocation, locationName, openPatientPostgres } from "./place.ts";

/** The source of a move. */
export type MoveSource = {
  engine: Engine;
  name: string;
  /** False while a server may write to the source: then everything is copied, but the move is not finished. */
  isStill: boolean;
  /** Names of other connected sessions, if the database knows them. */
  others: string[];
  erased: ErasedList;
  /**
   * On PostgreSQL, marks the source, so that servers read there where the installation went, and ends the hold. Does
   * nothing on SQLite.
   */
  mark(held: HeldSnapshot, going: MoveMark): Promise<void>;
  close(done: { isFinished: boolean }): Promise<void>;
};
export type MoveMark = { to: string; tables: string[]; now: number };

/** The name of a SQLite database file after a move to PostgreSQL. */
export const movedFile = (databaseFile: string): string => `${databaseFile}.moved`;

/** Throws StorageRefusal. */
export function openSource(place: DatabaseLocation, beforeUpgrade: () => Promise<void>): Promise<MoveSource> {
  return place.databaseHosts ? openShared(place) : openFile(place, beforeUpgrade);
}

async function openFile(
  { databaseFile, erasedFile }: DatabaseLocation,
  beforeUpgrade: () => Promise<void>,
): Promise<MoveSource> {
  if (!existsSync(databaseFile)) {
    throw new StorageRefusal(
      `No database at ${databaseFile}. Set FIRSTHAND_DATA to the folder that the server uses.`,
    );
  }
  const lock = lockIfFree(databaseFile);
  try {
    if (lock && isOfEarlierRelease(databaseFile)) await beforeUpgrade();
    const engine = await openSqlite(databaseFile, lock ? "upgrade" : "expect");
    return {
      engine,
      name: databaseFile,
      isStill: lock !== undefined,
      others: [],
      erased: openErasedFile(erasedFile),
      // the snapshot is held until the file is renamed
      mark: async () => undefined,
      async close({ isFinished }) {
        await engine.close();
        if (isFinished) renameSync(databaseFile, movedFile(databaseFile));
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/** Undefined while a server runs on the database. */
function lockIfFree(databaseFile: string): { release(): void } | undefined {
  const taken = "taken";
  try {
    return lockForServer(databaseFile, taken);
  } catch (error) {
    if (error instanceof StorageRefusal && error.message === taken) return undefined;
    throw error;
  }
}

async function openShared(place: DatabaseLocation): Promise<MoveSource> {
  const engine = await openPatientPostgres(place, { use: "move", connections: 1 });
  try {
    const others = await otherSessions(engine);
    return {
      engine,
      name: locationName(place),
      isStill: others.length === 0,
      others,
      erased: erasedClients(engine),
      async mark(held, going) {
        await held.read(async (db) => {
          if ((await movingMarks(db)).movedTo !== undefined) return;
          await markMoved(db, going.to, going.now);
          await fenceTables(db, going.tables);
        });
        await held.end();
      },
      close: () => engine.close(),
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** Only the same move may continue, if it was killed after marking its source. Throws StorageRefusal. */
export async function refuseMovedElsewhere({ engine, name }: MoveSource, to: string): Promise<void> {
  const { movedTo } = await engine.read(movingMarks);
  if (movedTo === undefined || movedTo === to) return;
  throw new StorageRefusal(`${name}: ${hasMoved(movedTo).message}`);
}
