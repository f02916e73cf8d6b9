import { insertEvents, type StorageEvent } from "../audit/events.ts";
import { rowsOf, type StoredRow } from "../engine/columns.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { insertMail } from "../outbox/mail-outbox.ts";

/** `endsAt`: the start of the day `until` in the manager's time zone. */
export type StoredAbsence = StoredRow<"manager_absences">;
export type NewAbsence = StoredAbsence & {
  handTo: string;
  /** The account that hands over: the manager's, an administrator's or the colleague's. */
  by: string;
  /** Whether this installation sends mail. */
  isMailed: boolean;
};
/** `clients`: how many clients go back on that day. */
export type ListedAbsence = StoredAbsence & { handToName: string | null; name: string; clients: number };

/** `no-colleague`: the clients cannot go to that account. */
export type HandOverOutcome = "done" | "missing" | "no-colleague";
/** Makes the event about a manager whose clients have moved. */
type EventOf = (absence: EndedAbsence, clients: number) => StorageEvent;

const { row: absenceRow } = rowsOf("manager_absences");

export function absenceQueries(engine: Engine) {
  return {
    /** All managers who are away, by id. */
    listAbsences: (): Promise<ListedAbsence[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("manager_absences as absences")
          .innerJoin("managers", "managers.manager_id", "absences.manager_id")
          .leftJoin("managers as colleagues", "colleagues.manager_id", "absences.hand_to")
          .selectAll("absences")
          .select(["managers.name", "colleagues.name as hand_to_name"])
          .select((row) =>
            row
              .selectFrom("clients")
              .whereRef("clients.home_manager_id", "=", "absences.manager_id")
              .where("clients.erased_at", "is", null)
              .select(({ fn }) => fn.countAll<number>().as("count"))
              .as("clients"),
          )
          .orderBy("absences.manager_id")
          .execute();
        return rows.map((row) => ({
          managerId: row.manager_id,
          name: row.name,
          handTo: row.hand_to,
          handToName: row.hand_to_name,
          until: row.until,
          endsAt: row.ends_at,
          beganAt: row.began_at,
          clients: Number(row.clients ?? 0),
        }));
      }),

    /**
     * Gives a manager's clients to a colleague until that day, replacing an earlier hand-over. Clients whom the manager
     * looks after for others move along, and later go back to their own manager.
     */
    handOver: ({ by, isMailed, ...absence }: NewAbsence, eventOf: EventOf): Promise<HandOverOutcome> =>
      engine.write(async (db) => {
        const { managerId, handTo, beganAt: at } = absence;
        if (!(await isActive(db, managerId))) return "missing";
        if (!(await canStandIn(db, managerId, handTo))) return "no-colleague";
        const before = await writeAbsence(db, absence);
        const clients = await giveAway(db, managerId, handTo);
        const passedOn = await passOn(db, managerId, handTo);
        await insertEvents(db, [eventOf(absence, clients)]);
        const news = before === handTo ? passedOn : [managerId, ...passedOn];
        if (isMailed && by !== handTo) await mailStandIn(db, news, { handTo, at });
        return "done";
      }),

    /** False if the manager is not away. */
    comeBack: (managerId: string, eventOf: EventOf): Promise<boolean> =>
      engine.write(async (db) => {
        const absence = await dropAbsence(db, managerId);
        if (!absence) return false;
        await takeBack(db, absence, eventOf);
        return true;
      }),

    hasEndedAbsence: (now: number): Promise<boolean> =>
      engine.read(async (db) => {
        const due = db.selectFrom("manager_absences").select("manager_id").where("ends_at", "<=", now);
        return (await due.limit(1).executeTakeFirst()) !== undefined;
      }),

    /** Ends the absences that are due, and returns how many. If several servers try, the first one does it. */
    endAbsences: (now: number, eventOf: EventOf): Promise<number> =>
      engine.write(async (db) => {
        const due = db.selectFrom("manager_absences").select("manager_id").where("ends_at", "<=", now);
        const rows = await due.orderBy("manager_id").execute();
        for (const { manager_id: managerId } of rows) {
          const absence = await dropAbsence(db, managerId);
          if (absence) await takeBack(db, absence, eventOf);
        }
        return rows.length;
      }),
  };
}

/** Stores an absence, replacing an earlier one. Returns the colleague of the earlier one. */
async function writeAbsence(db: Db, absence: StoredAbsence): Promise<string | null> {
  const before = await absenceOf(db, absence.managerId).select("hand_to").executeTakeFirst();
  const row = absenceRow(absence);
  await db
    .insertInto("manager_absences")
    .values(row)
    .onConflict((conflict) => conflict.column("manager_id").doUpdateSet(row))
    .execute();
  return before?.hand_to ?? null;
}

/** Returns the number of clients. */
async function giveAway(db: Db, managerId: string, handTo: string): Promise<number> {
  await db
    .updateTable("clients")
    .set({ home_manager_id: managerId })
    .where("manager_id", "=", managerId)
    .where("home_manager_id", "is", null)
    .execute();
  const { numUpdatedRows } = await db
    .updateTable("clients")
    .set({ manager_id: handTo })
    .where("home_manager_id", "=", managerId)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Adds a mail about each absent manager. The number of clients and the last day are read when the mail is sent. */
async function mailStandIn(db: Db, awayIds: string[], { handTo, at }: { handTo: string; at: number }) {
  for (const awayId of awayIds)
    await insertMail(db, {
      kind: "standing-in",
      clientId: null,
      managerId: handTo,
      aboutManagerId: awayId,
      at,
      dedupeKey: `standing-in:${awayId}:${handTo}:${at}`,
    });
}

/** A hand-over in force: until which day, and how many clients. */
export type HandOver = { managerId: string; until: string; clients: number };

export async function findHandOver(
  db: Db,
  managerId: string | null,
  handTo: string | null,
): Promise<HandOver | null> {
  if (managerId === null || handTo === null) return null;
  const absence = await absenceOf(db, managerId)
    .select("until")
    .where("hand_to", "=", handTo)
    .executeTakeFirst();
  if (!absence) return null;
  const { clients } = await db
    .selectFrom("clients")
    .select(({ fn }) => fn.countAll<number>().as("clients"))
    .where("home_manager_id", "=", managerId)
    .where("manager_id", "=", handTo)
    .where("erased_at", "is", null)
    .executeTakeFirstOrThrow();
  return { managerId, until: absence.until, clients: Number(clients) };
}

/**
 * Part of a transaction. Gives the clients whom a manager looks after for others to a colleague, or to the
 * administrators. Returns the ids of those others.
 */
export async function passOn(db: Db, managerId: string, handTo: string | null): Promise<string[]> {
  await db
    .updateTable("clients")
    .set({ manager_id: handTo })
    .where("manager_id", "=", managerId)
    .where("home_manager_id", "is not", null)
    .execute();
  const passedOn = await db
    .updateTable("manager_absences")
    .set({ hand_to: handTo })
    .where("hand_to", "=", managerId)
    .returning("manager_id")
    .execute();
  return passedOn.map(({ manager_id }) => manager_id);
}

/** Part of a transaction. Ends the absence of a revoked account, and gives its clients away for good. */
export async function endAbsenceForGood(db: Db, managerId: string, handTo: string | null): Promise<void> {
  await dropAbsence(db, managerId);
  await db
    .updateTable("clients")
    .set({ manager_id: handTo, home_manager_id: null })
    .where("home_manager_id", "=", managerId)
    .execute();
}

/** Whether an account can take over clients: one that can sign in and is not away. */
export async function canStandIn(db: Db, managerId: string, handTo: string): Promise<boolean> {
  return handTo !== managerId && (await isActive(db, handTo)) && !(await isAway(db, handTo));
}

async function isActive(db: Db, managerId: string): Promise<boolean> {
  const active = db.selectFrom("managers").select("manager_id").where("revoked_at", "is", null);
  return (await active.where("manager_id", "=", managerId).executeTakeFirst()) !== undefined;
}

async function isAway(db: Db, managerId: string): Promise<boolean> {
  return (await absenceOf(db, managerId).select("until").executeTakeFirst()) !== undefined;
}

function absenceOf(db: Db, managerId: string) {
  return db.selectFrom("manager_absences").where("manager_id", "=", managerId);
}

type EndedAbsence = Pick<StoredAbsence, "managerId" | "handTo" | "until">;

async function dropAbsence(db: Db, managerId: string): Promise<EndedAbsence | undefined> {
  const row = await db
    .deleteFrom("manager_absences")
    .where("manager_id", "=", managerId)
    .returning(["hand_to", "until"])
    .executeTakeFirst();
  return row && { managerId, handTo: row.hand_to, until: row.until };
}

/** Clients who were assigned elsewhere meanwhile have no way back, and stay there. */
async function takeBack(db: Db, absence: EndedAbsence, eventOf: EventOf): Promise<void> {
  const { managerId } = absence;
  const { numUpdatedRows } = await db
    .updateTable("clients")
    .set({ manager_id: managerId, home_manager_id: null })
    .where("home_manager_id", "=", managerId)
    .executeTakeFirst();
  await insertEvents(db, [eventOf(absence, Number(numUpdatedRows))]);
}
