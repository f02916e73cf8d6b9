import { accessSync, constants, mkdirSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { erasedClients } from "../clients/erased-clients.ts";
import { type ErasedList, openErasedFile } from "../clients/erased-list.ts";
import type { Engine } from "../engine/engine.ts";
import { StorageRefusal } from "../engine/faults.ts";
import { dropFilledMark, hasMoved, markFilled, movingMarks } from "../engine/moving-mark.ts";
import type { Db } from "../engine/schema.ts";
import { lockForServer } from "../sqlite/server-lock.ts";
import { openSqlite } from "../sqlite/sqlite.ts";
import { type DatabaseLocation, locationName, openPatientPostgres } from "./place.ts";
import { countRows } from "./rows.ts";
import type { CopiedTable } from "./tables.ts";

/** The target of a move. */
export type MoveTarget = {
  engine: Engine;
  name: string;
  /** The address that the source stores for where the installation went. */
  address: string;
  erased: ErasedList;
  close(): Promise<void>;
};

type Claim = { tables: CopiedTable[]; sourceId: string; now: number };

/** Creates the database if it is missing. Throws StorageRefusal. */
export function openTarget(place: DatabaseLocation): Promise<MoveTarget> {
  return place.databaseHosts ? openShared(place) : openFile(place);
}

async function openShared(place: DatabaseLocation): Promise<MoveTarget> {
  const engine = await openPatientPostgres(place, { use: "make" });
  const name = locationName(place);
  return { engine, name, address: name, erased: erasedClients(engine), close: () => engine.close() };
}

async function openFile({ databaseFile, erasedFile }: DatabaseLocation): Promise<MoveTarget> {
  const folder = dirname(databaseFile);
  prepareFolder(folder);
  const lock = lockForServer(
    databaseFile,
    `A Firsthand server, or another run of this command, is using ${databaseFile}. Stop it, or name another folder.`,
  );
  try {
    const engine = await openSqlite(databaseFile, "make");
    return {
      engine,
      name: databaseFile,
      address: `${folder} on ${hostname()}`,
      erased: openErasedFile(erasedFile),
      async close() {
        await engine.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new StorageRefusal(
      `${folder} cannot be used as a data folder (${(error as Error).message}). Name a folder that this user may write to, or a new folder.`,
      { cause: error },
    );
  }
}

/**
 * Marks a database as being filled from this source, so that no server starts on it meanwhile. Rejects with
 * StorageRefusal if it has data that is not from an earlier attempt.
 */
export async function claimTarget(
  { engine, name }: MoveTarget,
  { tables, sourceId, now }: Claim,
): Promise<void> {
  try {
    await engine.write(async (db) => {
      const { filledFrom, movedTo } = await movingMarks(db);
      if (movedTo !== undefined) throw hasMoved(movedTo);
      if (filledFrom === sourceId) return;
      if (filledFrom !== undefined)
        throw new StorageRefusal("another installation is being moved into it. Finish that, or empty it.");
      await expectEmpty(db, tables);
      await markFilled(db, sourceId, now);
    });
  } catch (error) {
    throw error instanceof StorageRefusal ? new StorageRefusal(`${name}: ${error.message}`) : error;
  }
}

/** Tables that have a row even in a new database. */
const NEVER_EMPTY = ["audit_head", "interview_catalog"];

async function expectEmpty(db: Db, tables: CopiedTable[]): Promise<void> {
  for (const table of tables.filter(({ name }) => !NEVER_EMPTY.includes(name))) {
    if ((await countRows(db, table)) > 0) throw notEmpty(table.name);
  }
  const head = await db.selectFrom("audit_head").select("seq").executeTakeFirst();
  if (head && head.seq > 0) throw notEmpty("audit_head");
  const added = db.selectFrom("interview_catalog").select("interview_id").where("source", "=", "console");
  if (await added.executeTakeFirst()) throw notEmpty("interview_catalog");
}

const notEmpty = (table: string) =>
  new StorageRefusal(
    `it is not empty: there are rows in ${table}. Name an empty database, or a folder without a database; nothing was changed.`,
  );

/** Removes the mark after a complete copy, so that servers can start. */
export async function releaseTarget({ engine }: MoveTarget): Promise<void> {
  await engine.write(dropFilledMark);
}

/** Identifies the source by its oldest event; "empty" if there are no events. */
export async function idOfSource({ read }: Engine): Promise<string> {
  const first = await read((db) =>
    db.selectFrom("events").select("event_id").orderBy("seq").limit(1).executeTakeFirst(),
  );
  return first?.event_id ?? "empty";
}
