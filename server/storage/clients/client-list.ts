import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ClientOrder, ClientSelection, ClientState } from "#contract/manage/clients.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { type Candidates, findCandidates, isCandidate } from "./candidates.ts";
import {
  activeAt,
  indexedCondition,
  isSelected,
  type ListView,
  looksAtRecords,
} from "./client-conditions.ts";
import { clientCountQueries, countStates, type StateCounts, stateCounts } from "./client-counts.ts";
import { clientOverviewQueries } from "./client-overview.ts";
import { clientProgressQueries } from "./client-progress.ts";
import { clientTallyQueries } from "./client-tallies.ts";
import { type ManagedClient, managedByIds, managedClientQueries, NAMES_AT_ONCE } from "./managed-clients.ts";
import { isWithin, type Scope } from "./scope.ts";
import { selectClients } from "./select-clients.ts";

export type ClientQuery = ClientSelection & {
  scope: Scope;
  view: ListView;
  /** Cursor: the last client of the previous page. */
  after?: ClientPlace | undefined;
  /** How many clients to skip first, for numbered pages. */
  skipped?: number;
  /** Counts from the first page, so that they are not computed again. */
  counted?: StateCounts | undefined;
  limit: number;
};

/** A client's place in an order: by this value, then by id. */
export type ClientPlace = { orderedBy: string | number; clientId: string };

export type ClientPage = {
  clients: (ManagedClient & Pick<ClientPlace, "orderedBy">)[];
  counts: StateCounts;
};

/** Later than every day, so that clients without a due date come last. */
const NO_DAY = "9999-99-99";

/** Never null, since engines sort nulls differently: clients who were never seen come before all others. */
const ORDERS: { [Order in Exclude<ClientOrder, "name">]: RawBuilder<unknown> } = {
  percent: sql`coalesce(records.percent, 0)`,
  activity: activeAt,
  due: sql`coalesce(clients.due_on, ${sql.lit(NO_DAY)})`,
  "last-seen": sql`coalesce(clients.last_seen_at, 0)`,
  changed: sql`coalesce(records.saved_at, 0)`,
  added: sql`clients.created_at`,
};
const RECORD_ORDERS: readonly ClientOrder[] = ["percent", "activity", "changed"];
/** Reading and sorting this many takes about as long as finding a page of 100 among a million by name. */
const FEW = 10_000;
/** The values of all other orders are numbers. */
const TEXT_ORDERS: readonly ClientOrder[] = ["name", "due"];

export function clientListQueries(engine: Engine) {
  const orders = { ...ORDERS, name: engine.inCodePoints("clients.folded_name") };

  /** After the cursor, even if clients were added or deleted since. */
  function isAfter({ order, direction, after }: ClientQuery): RawBuilder<SqlBool> {
    if (!after) return sql<SqlBool>`1 = 1`;
    const { orderedBy, clientId } = after;
    const value = orders[order];
    const [further, orEqual] = direction === "up" ? [sql`>`, sql`>=`] : [sql`<`, sql`<=`];
    // the first condition is redundant, but lets the database start at that place in an index
    return sql<SqlBool>`(${value} ${orEqual} ${orderedBy} and (${value} ${further} ${orderedBy} or clients.client_id > ${clientId}))`;
  }

  /**
   * Client ids of a page, in order. `found` counts all that the selection finds, if that is known: a few are read from
   * the filter's index, since by name nearly all others would be read before the page is full.
   */
  function placesOf(db: Db, query: ClientQuery, candidates: Candidates, found?: StateCounts) {
    const { scope, search, filter, order, direction, limit, state, view } = query;
    const withRecords = looksAtRecords(query) || RECORD_ORDERS.includes(order);
    const isFew = found !== undefined && found[state ?? "all"] <= FEW;
    const isOfAll = scope === "all" && query.manager === undefined;
    const indexed = isFew && isOfAll ? indexedCondition(filter, view) : undefined;
    const avoidsIndexes = candidates !== undefined || (!indexed && order !== "name" && search === "");
    return selectClients(db, scope, { withRecords, avoidsIndexes })
      .$if(indexed !== undefined, (clients) => clients.where(indexed as RawBuilder<SqlBool>))
      .select("clients.client_id")
      .where(isCandidate(engine, candidates))
      .where(isSelected(engine, query, view))
      .$if(state !== undefined, (found) => found.where(sql<SqlBool>`clients.state = ${state}`))
      .where(isAfter(query))
      .orderBy(orders[order], direction === "up" ? "asc" : "desc")
      .orderBy("clients.client_id")
      .limit(limit);
  }

  /** Counts that decide how to read a page, and are quick to find. */
  async function countedFirst(db: Db, query: Omit<ClientQuery, "after" | "skipped">, candidates: Candidates) {
    const isNeeded = !candidates && indexedCondition(query.filter, query.view);
    return isNeeded ? countStates(engine, db, query, candidates) : undefined;
  }

  return {
    ...clientCountQueries(engine),
    ...clientOverviewQueries(engine),
    ...clientProgressQueries(engine),
    ...clientTallyQueries(engine),
    ...managedClientQueries(engine),

    listPage: (query: ClientQuery): Promise<ClientPage> =>
      engine.readAside(async (db) => {
        const { order } = query;
        // finds the ids first, from an index, and then reads only the rows of this page
        const candidates = await findCandidates(engine, db, query);
        const counted = query.counted ?? (await countedFirst(db, query, candidates));
        const places = await placesOf(db, query, candidates, counted)
          .select(orders[order].as("ordered_by"))
          .offset(query.skipped ?? 0)
          .execute();
        const found = await managedByIds(
          db,
          query,
          places.map((place) => place.client_id),
        );
        const clients = places.flatMap(({ client_id, ordered_by: value }) => {
          const client = found.get(client_id);
          // the client was erased meanwhile
          if (!client) return [];
          return { ...client, orderedBy: TEXT_ORDERS.includes(order) ? String(value) : Number(value) };
        });
        return {
          clients,
          counts: counted ?? countedOn(query, clients) ?? (await countStates(engine, db, query, candidates)),
        };
      }),

    /** Ids of the selected clients, in order, at most `limit`. */
    listIds: (query: Omit<ClientQuery, "after" | "skipped">): Promise<string[]> =>
      engine.readAside(async (db) => {
        const candidates = await findCandidates(engine, db, query);
        const counted = await countedFirst(db, query, candidates);
        const rows = await placesOf(db, query, candidates, counted).execute();
        return rows.map((row) => row.client_id);
      }),

    /** The given clients that are in the scope. */
    within: (scope: Scope, clientIds: string[]): Promise<string[]> =>
      engine.read(async (db) => {
        const found = new Set<string>();
        for (let first = 0; first < clientIds.length; first += NAMES_AT_ONCE) {
          const rows = await db
            .selectFrom("clients")
            .select("client_id")
            .where("erased_at", "is", null)
            .where(isWithin(scope))
            .where("client_id", "in", clientIds.slice(first, first + NAMES_AT_ONCE))
            .execute();
          for (const row of rows) found.add(row.client_id);
        }
        return clientIds.filter((id) => found.has(id));
      }),

    /** Names of clients and managers by id; unknown ids are left out. */
    namesOf: (ids: string[]): Promise<Map<string, string>> =>
      engine.read(async (db) => {
        const wanted = [...new Set(ids)];
        if (wanted.length === 0) return new Map();
        const clients = await db
          .selectFrom("clients")
          .select(["client_id as id", "name"])
          .where("erased_at", "is", null)
          .where("client_id", "in", wanted)
          .execute();
        const managers = await db
          .selectFrom("managers")
          .select(["manager_id as id", "name"])
          .where("manager_id", "in", wanted)
          .execute();
        return new Map([...clients, ...managers].map(({ id, name }) => [id, name]));
      }),
  };
}

/** If the page holds the whole selection, its rows give the counts, and a search reads its clients only once. */
function countedOn({ after, skipped, state, limit }: ClientQuery, clients: ManagedClient[]) {
  if (after || skipped || state !== undefined || clients.length >= limit) return undefined;
  const counts = new Map<ClientState, number>();
  for (const client of clients) counts.set(client.state, (counts.get(client.state) ?? 0) + 1);
  return stateCounts(counts);
}
