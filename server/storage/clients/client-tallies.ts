import { type SqlBool, sql } from "kysely";
import { type ClientState, clientStates } from "#contract/manage/clients.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { type Conditions, isSelected, type ListView } from "./client-conditions.ts";
import { isWithin, type Scope } from "./scope.ts";

/** How many clients are where, as triggers keep it (migration 54): these queries read no client. */

export type Tallied = Conditions & { scope: Scope; view: ListView };

/** What tallies don't have. */
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

/** Whether a selection asks for managers and interviews only. */
export function isTallied(selection: Conditions): boolean {
  const { search, filter } = selection;
  return search === "" && filter === "all" && unknown.every((name) => selection[name] === undefined);
}

/** Several rows may stand for one fact and value. Under the name of the table whose conditions it shares. */
export function tallies(engine: Engine, db: Db, query: Tallied) {
  return db
    .selectFrom("client_tallies as clients")
    .where(isWithin(query.scope))
    .where(isSelected(engine, query, query.view));
}

/** By manager and state. `isInvited`: those who were invited only. */
export async function tallyStates(
  engine: Engine,
  db: Db,
  { isInvited, ...query }: Tallied & { isInvited: boolean },
) {
  const clients = sql<number>`sum(clients.clients)`;
  const rows = await tallies(engine, db, query)
    .select(["clients.manager_id", "clients.fact", clients.as("clients")])
    .where("clients.fact", "in", [...clientStates])
    .$if(isInvited, (found) => found.where("clients.value", "=", 1))
    .groupBy(["clients.manager_id", "clients.fact"])
    .having(clients, ">", 0)
    .execute();
  // PostgreSQL counts in texts
  return rows.map(({ manager_id, fact, clients }) => {
    return { managerId: manager_id, state: fact as ClientState, clients: Number(clients) };
  });
}

export function clientTallyQueries(engine: Engine) {
  return {
    /** Makes one row of several that stand for the same. Returns for how many facts it did: at most so many at once. */
    foldTallies: async (limit: number): Promise<number> => {
      const several = await engine.readAside((db) =>
        db
          .selectFrom("client_tallies")
          .select(["fact", "value", "manager_id", "interview_id"])
          .groupBy(["fact", "value", "manager_id", "interview_id"])
          .having(sql<SqlBool>`count(*) > 1`)
          .limit(limit)
          .execute(),
      );
      if (several.length > 0)
        await engine.write(async (db) => {
          for (const cell of several) await fold(db, cell);
        });
      return several.length;
    },
  };
}

type Cell = { fact: string; value: number; manager_id: string | null; interview_id: string };

/** Whatever is there now: more may have come since the cell was read. */
async function fold(db: Db, cell: Cell): Promise<void> {
  const rows = await db
    .deleteFrom("client_tallies")
    .where("fact", "=", cell.fact)
    .where("value", "=", cell.value)
    .where("manager_id", cell.manager_id === null ? "is" : "=", cell.manager_id)
    .where("interview_id", "=", cell.interview_id)
    .returning("clients")
    .execute();
  const clients = rows.reduce((sum, row) => sum + Number(row.clients), 0);
  if (clients !== 0)
    await db
      .insertInto("client_tallies")
      .values({ ...cell, clients })
      .execute();
}
