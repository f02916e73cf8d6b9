import { sql } from "kysely";
import type { Engine } from "../engine/engine.ts";
import { StorageRefusal } from "../engine/faults.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { countRows } from "./rows.ts";
import { type CopiedTable, tablesOf } from "./tables.ts";

type Claim = { source: Engine; sourceId: string; now: number };

/**
 * Marks a database as being filled from this source, so that no server is started on it meanwhile. Rejects with
 * StorageRefusal where it holds anything that is not of an earlier attempt.
 */
export async function claimTarget(target: Engine, { source, sourceId, now }: Claim): Promise<void> {
  const tables = await tablesOf(source.reader);
  await target.write(async (db) => {
    const begun = await db.selectFrom("moving").select("source").executeTakeFirst();
    if (begun?.source === sourceId) return;
    if (begun)
      throw new StorageRefusal("another installation is being moved into it. Finish that, or empty it.");
    await expectEmpty(db, tables);
    await db
      .insertInto("moving")
      .values({ id: 1, source: sourceId, begun_at: now } satisfies Tables["moving"])
      .execute();
  });
}

/** In which a new database has a row from the start. */
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
    `it is not empty: there are rows in ${table}. Name an empty database; nothing was changed.`,
  );

/** The copy is whole: who was erased is known there, and servers may be started. */
export async function releaseTarget(target: Engine, erased: string[], now: number): Promise<void> {
  await target.write(async (db) => {
    for (const clientId of erased) {
      await db
        .insertInto("erased_clients")
        .values({ client_id: clientId, erased_at: now } satisfies Tables["erased_clients"])
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await db.deleteFrom("moving").execute();
  });
}

/** Rejects with StorageRefusal while a database is being filled. */
export async function refuseWhileMoving({ read }: Engine, name: string): Promise<void> {
  if (!(await read(isMoving))) return;
  throw new StorageRefusal(
    `${name}: an installation is being moved into it. Run "firsthand migrate --to" again until it says that all is moved.`,
  );
}

async function isMoving(db: Db): Promise<boolean> {
  return (await db.selectFrom("moving").select("id").executeTakeFirst()) !== undefined;
}

/** Tells this source from others: its oldest event, or nothing where nothing ever happened. */
export async function idOfSource({ read }: Engine): Promise<string> {
  const first = await read((db) =>
    db.selectFrom("events").select("event_id").orderBy("seq").limit(1).executeTakeFirst(),
  );
  return first?.event_id ?? "empty";
}

/**
 * One moment of the source for all that is read from now on, although a server goes on writing to it; or nobody writes
 * to it any more, not even a command.
 */
export async function holdMoment(
  { reader }: Engine,
  { excludesWrites }: { excludesWrites: boolean },
): Promise<void> {
  await (excludesWrites ? sql`begin immediate` : sql`begin`).execute(reader);
  await reader.selectFrom("installation").select("id").execute();
}
