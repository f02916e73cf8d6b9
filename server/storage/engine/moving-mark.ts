import { StorageRefusal } from "./faults.ts";
import type { Db, Tables } from "./schema.ts";

/** The ids of the rows in `moving`: the database is being filled, or its installation has moved elsewhere. */
const FILLED_FROM = 1;
const MOVED_TO = 2;

/** The function by which a PostgreSQL database refuses writes after its installation has moved. */
export const FENCE = "firsthand_moved";

export type MovingMarks = {
  /** The id of the installation that is being moved into the database. */
  filledFrom: string | undefined;
  /** Where the installation of the database went. */
  movedTo: string | undefined;
};

export async function movingMarks(db: Db): Promise<MovingMarks> {
  const rows = await db.selectFrom("moving").select(["id", "source"]).execute();
  const sourceOf = (id: number) => rows.find((row) => row.id === id)?.source;
  return { filledFrom: sourceOf(FILLED_FROM), movedTo: sourceOf(MOVED_TO) };
}

export function markFilled(db: Db, sourceId: string, now: number): Promise<void> {
  return addMark(db, { id: FILLED_FROM, source: sourceId, begun_at: now });
}

export function markMoved(db: Db, to: string, now: number): Promise<void> {
  return addMark(db, { id: MOVED_TO, source: to, begun_at: now });
}

async function addMark(db: Db, row: Tables["moving"]): Promise<void> {
  await db.insertInto("moving").values(row).execute();
}

export async function dropFilledMark(db: Db): Promise<void> {
  await db.deleteFrom("moving").where("id", "=", FILLED_FROM).execute();
}

/** Throws StorageRefusal while a database is being filled, and after its installation has moved. */
export async function refuseMoving(db: Db): Promise<void> {
  const { filledFrom, movedTo } = await movingMarks(db);
  if (movedTo !== undefined) throw hasMoved(movedTo);
  if (filledFrom === undefined) return;
  throw new StorageRefusal(
    'an installation is being moved into it. Run "firsthand migrate --to" again until it says "Done".',
  );
}

export function hasMoved(to: string): StorageRefusal {
  return new StorageRefusal(
    `its installation was moved to ${to}. Set FIRSTHAND_DATA to that folder and unset DATABASE_URL. To return to the state before the move, run "drop function ${FENCE}() cascade; delete from moving;" in this database. Changes since the move are only in ${to}.`,
  );
}
