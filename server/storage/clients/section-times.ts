import { sql } from "kysely";
import { parseStored } from "../engine/damage.ts";
import type { Engine } from "../engine/engine.ts";
import { hasClient } from "../engine/has-client.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { isWithin, type Scope } from "./scope.ts";

/** A change of a client's at a section; without one, the client came in. */
export type WorkMoment = { at: number; section: string | null };

/** A client whose record has gone on since the work was measured. */
export type UnmeasuredClient = {
  clientId: string;
  createdAt: number;
  /** The record. */
  revision: number;
  completeQuestions: string[];
  /** Up to which revision; 0 where nothing was measured yet. */
  measured: number;
  moments: WorkMoment[];
};

export type MeasuredClient = {
  clientId: string;
  revision: number;
  moments: WorkMoment[];
  sections: { sectionId: string; activeMs: number; isFinished: boolean }[];
};

/** Of so many clients who have finished a section, and whose work could be measured; 0 of nobody. */
export type MedianTime = { clients: number; medianMs: number };

export function sectionTimeQueries(engine: Engine) {
  return {
    /** Up to `limit`, by id, of those after that one. */
    listUnmeasured: (clientId: string, limit: number): Promise<UnmeasuredClient[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("records")
          .innerJoin("clients", "clients.client_id", "records.client_id")
          .leftJoin("work_moments", "work_moments.client_id", "records.client_id")
          .select(["records.client_id", "clients.created_at", "records.revision"])
          .select(["records.complete_questions", "work_moments.moments"])
          .select(sql<number>`coalesce(work_moments.revision, 0)`.as("measured"))
          .where("clients.erased_at", "is", null)
          .where("records.client_id", ">", clientId)
          .where(sql<boolean>`records.revision > coalesce(work_moments.revision, 0)`)
          .orderBy("records.client_id")
          .limit(limit)
          .execute();
        return rows.map((row) => ({
          clientId: row.client_id,
          createdAt: row.created_at,
          revision: row.revision,
          completeQuestions: parseStored(row.complete_questions) as string[],
          measured: row.measured,
          moments: row.moments === null ? [] : (parseStored(row.moments) as WorkMoment[]),
        }));
      }),

    /** When a client signed in, and when somebody brought an earlier revision back. */
    listComings: (clientId: string): Promise<{ kind: string; at: number }[]> =>
      engine.read((db) =>
        db
          .selectFrom("events")
          .select(["kind", "at"])
          .where("client_id", "=", clientId)
          .where("kind", "in", ["session.opened", "record.restored"])
          .orderBy("at")
          .orderBy("seq")
          .execute(),
      ),

    put: (measured: MeasuredClient): Promise<void> => engine.write((db) => putTimes(db, measured)),

    /** What is kept of one client's work. */
    find: (clientId: string): Promise<Omit<MeasuredClient, "clientId"> | undefined> =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom("work_moments")
          .select(["revision", "moments"])
          .where("client_id", "=", clientId)
          .executeTakeFirst();
        if (!row) return undefined;
        const times = await db
          .selectFrom("section_times")
          .selectAll()
          .where("client_id", "=", clientId)
          .orderBy("section_id")
          .execute();
        return {
          revision: row.revision,
          moments: parseStored(row.moments) as WorkMoment[],
          sections: times.map((time) => ({
            sectionId: time.section_id,
            activeMs: time.active_ms,
            isFinished: time.is_finished === 1,
          })),
        };
      }),

    /** Of a scope's clients; one section at a time, so that no save waits for all of them. */
    findMedian: (scope: Scope, sectionId: string): Promise<MedianTime> =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom(placed(db, scope, sectionId).as("placed"))
          .select("clients")
          .select(sql<number>`avg(active_ms)`.as("median_ms"))
          // the middle one, or the two in the middle
          .where(sql<boolean>`place * 2 between clients and clients + 2`)
          .groupBy("clients")
          .executeTakeFirst();
        return { clients: Number(row?.clients ?? 0), medianMs: Math.round(Number(row?.median_ms ?? 0)) };
      }),
  };
}

/** What could be measured of a finished section, with each client's place in the order. */
function placed(db: Db, scope: Scope, sectionId: string) {
  return db
    .selectFrom("section_times")
    .innerJoin("clients", "clients.client_id", "section_times.client_id")
    .select("active_ms")
    .select(sql<number>`row_number() over (order by active_ms)`.as("place"))
    .select(sql<number>`count(*) over ()`.as("clients"))
    .where("section_id", "=", sectionId)
    .where("is_finished", "=", 1)
    .where("active_ms", ">", 0)
    .where("clients.erased_at", "is", null)
    .where(isWithin(scope));
}

async function putTimes(
  db: Db,
  { clientId: client_id, revision, moments, sections }: MeasuredClient,
): Promise<void> {
  if (!(await hasClient(db, client_id))) return;
  const row = { revision, moments: JSON.stringify(moments) };
  await db
    .insertInto("work_moments")
    .values({ client_id, ...row } satisfies Tables["work_moments"])
    .onConflict((conflict) => conflict.column("client_id").doUpdateSet(row))
    .execute();
  await db.deleteFrom("section_times").where("client_id", "=", client_id).execute();
  if (sections.length === 0) return;
  await db
    .insertInto("section_times")
    .values(
      sections.map(({ sectionId, activeMs, isFinished }) => ({
        client_id,
        section_id: sectionId,
        active_ms: activeMs,
        is_finished: isFinished ? 1 : 0,
      })),
    )
    .execute();
}
