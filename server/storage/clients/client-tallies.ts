import { type SqlBool, sql } from "kysely";
import { type ClientState, clientStates } from "#contract/manage/clients.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { type Conditions, isSelected, type ListView } from "./client-conditions.ts";
import { isWithin, type Scope } from "./scope.ts";

/** Counts of clients, maintained by triggers (migration 54): these queries read no client. */

/** Deleted in some 10 ms. */
const ROWS_AT_ONCE = 5_000;

export type TallyQuery = Conditions & { scope: Scope; view: ListView };

/** Conditions that the tallies cannot answer. */
const UNKNOWN: {
  [Name in Exclude<keyof Conditions, "search" | "filter" | "manager" | "interview">]-?: true;
} = {
  goesBackTo: true,
  tag: true,
  updatedSince: true,
  email: true,
  externalId: true,
  due: true,
  field: true,
  reached: true,
  invitedFrom: true,
  invitedTo: true,
  submittedFrom: true,
  submittedTo: true,
  answered: true,
  pausedAt: true,
};
const unknown = Object.keys(UNKNOWN) as (keyof typeof UNKNOWN)[];

/** Whether a selection has conditions only on managers and interviews. */
export function isTallied(selection: Conditions): boolean {
  const { search, filter } = selection;
  return search === "" && filter === "all" && unknown.every((name) => selection[name] === undefined);
}

/** Several rows may have the same fact and value. The alias `clients` lets the conditions on clients apply. */
export function selectTallies(engine: Engine, db: Db, query: TallyQuery) {
  return db
    .selectFrom("client_tallies as clients")
    .where(isWithin(query.scope))
    .where(isSelected(engine, query, query.view));
}

/** Counts by manager and state. `isInvited`: only invited clients. */
export async function tallyStates(
  engine: Engine,
  db: Db,
  { isInvited, ...query }: TallyQuery & { isInvited: boolean },
) {
  const clients = sql<number>`sum(clients.clients)`;
  const rows = await selectTallies(engine, db, query)
    .select(["clients.manager_id", "clients.fact", clients.as("clients")])
    .where("clients.fact", "in", [...clientStates])
    .$if(isInvited, (found) => found.where("clients.value", "=", 1))
    .groupBy(["clients.manager_id", "clients.fact"])
    .having(clients, ">", 0)
    .execute();
  return rows.map(({ manager_id, fact, clients }) => {
    return { managerId: manager_id, state: fact as ClientState, clients: Number(clients) };
  });
}

export function clientTallyQueries(engine: Engine) {
  return {
    /**
     * Merges rows of the same fact, value, manager and interview into one. Returns how many groups it merged, at most
     * `limit`. A group of more than `rowsAtOnce` is merged in several writes, since saves wait for each.
     */
    foldTallies: async (limit: number, rowsAtOnce = ROWS_AT_ONCE): Promise<number> => {
      const several = await engine.readAside((db) =>
        db
          .selectFrom("client_tallies")
          .select(["fact", "value", "manager_id", "interview_id", sql<number>`count(*)`.as("rows")])
          .groupBy(["fact", "value", "manager_id", "interview_id"])
          .having(sql<SqlBool>`count(*) > 1`)
          .limit(limit)
          .execute(),
      );
      // each write replaces its rows by one
      for (const { rows, ...cell } of several)
        for (let left = Number(rows); left > 1; left -= rowsAtOnce - 1)
          await engine.write((db) => fold(engine, db, { cell, rowsAtOnce }));
      return several.length;
    },
  };
}

type Cell = { fact: string; value: number; manager_id: string | null; interview_id: string };
type Folding = { cell: Cell; rowsAtOnce: number };

/** Merges current rows: more may have been added since the cell was read. */
async function fold(
  { rowPlace }: Pick<Engine, "rowPlace">,
  db: Db,
  { cell, rowsAtOnce }: Folding,
): Promise<void> {
  const some = db
    .selectFrom("client_tallies")
    .select(sql.ref(rowPlace).as("place"))
    .where("fact", "=", cell.fact)
    .where("value", "=", cell.value)
    .where("manager_id", cell.manager_id === null ? "is" : "=", cell.manager_id)
    .where("interview_id", "=", cell.interview_id)
    .limit(rowsAtOnce);
  // with `in`, PostgreSQL would read the whole table, and collide with every save
  const isSome =
    rowPlace === "ctid" ? sql<SqlBool>`ctid = any(array(${some}))` : sql<SqlBool>`rowid in (${some})`;
  const rows = await db.deleteFrom("client_tallies").where(isSome).returning("clients").execute();
  const clients = rows.reduce((sum, row) => sum + Number(row.clients), 0);
  if (clients !== 0)
    await db
      .insertInto("client_tallies")
      .values({ ...cell, clients })
      .execute();
}
