import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ClientState } from "#contract/manage/clients.ts";
import type { Db } from "../engine/schema.ts";
import { isWithin, type Scope } from "./scope.ts";

type Reading = {
  /** Only if a condition or an order needs records: a join costs a look-up for each client. */
  withRecords: boolean;
  /** If clients are found by id, or nearly all are read: SQLite takes six times as long with an index. */
  avoidsIndexes?: boolean;
};

/** Selects the clients of a scope, for further conditions. */
export function selectClients(db: Db, scope: Scope, { withRecords, avoidsIndexes = false }: Reading) {
  // equal for PostgreSQL; SQLite finds no index with this condition
  const isListed =
    avoidsIndexes && scope === "all"
      ? sql<SqlBool>`not (clients.erased_at is not null)`
      : sql<SqlBool>`clients.erased_at is null`;
  return db
    .selectFrom("clients")
    .$if(withRecords, (clients) => clients.leftJoin("records", "records.client_id", "clients.client_id"))
    .where(isListed)
    .where(isWithin(scope));
}

/** Negative in a difference, as long as it is not summed up. */
export type CountedState = { state: ClientState; clients: number };

/** Counts the clients by state. */
export async function countByState(
  clients: ReturnType<typeof selectClients>,
  state: RawBuilder<ClientState> = STATE,
): Promise<CountedState[]> {
  const rows = await clients
    .select([state.as("state"), sql<number>`count(*)`.as("clients")])
    .groupBy(state)
    .execute();
  return rows.map(({ state, clients }) => ({ state, clients: Number(clients) }));
}

/** Not the plain column: for grouping, SQLite would read every client from an index by state. */
const STATE = sql<ClientState>`coalesce(clients.state, '')`;
