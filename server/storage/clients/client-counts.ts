import { type RawBuilder, type SqlBool, sql } from "kysely";
import {
  type ClientFilter,
  type ClientFlag,
  type ClientSelection,
  type ClientState,
  clientStates,
} from "#contract/manage/clients.ts";
import { hourOf } from "../engine/client-facts.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import {
  type Conditions,
  hasNoRecord,
  isSelected,
  type ListViewer,
  looksAtRecords,
  needsYouUnsaved,
  passesFilter,
} from "./client-conditions.ts";
import { isTallied, tallyStates } from "./client-tallies.ts";
import { isWithin, type Scope } from "./scope.ts";
import { type Candidates, findCandidates, isCandidate } from "./search-candidates.ts";

/** Counts of a selection's clients by state, and of all. */
export type StateCounts = { [State in "all" | ClientState]: number };
export type FilterCounts = { [Filter in ClientFilter]: number };

type CountQuery = ListViewer & Conditions;

const count = sql<number>`count(*)`.as("clients");

export function clientCountQueries(engine: Engine) {
  return {
    /** How many clients of a scope each filter and each of these selections finds. */
    count: (
      reader: ListViewer,
      selections: ClientSelection[] = [],
    ): Promise<{ filters: FilterCounts; selections: number[] }> =>
      engine.readAside(async (db) => {
        const filters = await countFilters(engine, db, reader);
        const found: number[] = [];
        for (const selection of selections) {
          const query = { ...selection, ...reader };
          const counts = await countStates(engine, db, query, await findCandidates(engine, db, query));
          found.push(counts[selection.state ?? "all"]);
        }
        return { filters, selections: found };
      }),

    countStates: (query: CountQuery): Promise<StateCounts> =>
      engine.readAside(async (db) => countStates(engine, db, query, await findCandidates(engine, db, query))),
  };
}

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

export async function countStates(
  engine: Engine,
  db: Db,
  query: CountQuery,
  candidates?: Candidates,
): Promise<StateCounts> {
  if (isTallied(query)) return sumOfStates(await tallyStates(engine, db, { ...query, isInvited: false }));
  if (query.filter !== "stalled" || candidates)
    return sumOfStates(await selectedStates(engine, db, query, { candidates }));
  // whole hours are counted in an index; only clients of the hour with the limit are checked one by one
  const hour = hourOf(query.view.activeBefore);
  const isActive = sql<SqlBool>`clients.state in ('opened', 'in-progress')`;
  const all = { ...query, filter: "all" as const };
  const within = await selectedStates(engine, db, query, {
    condition: sql`(${isActive} and clients.active_hour = ${hour})`,
  });
  if (!isTallied(all)) {
    const earlier = sql<SqlBool>`(${isActive} and clients.active_hour < ${hour})`;
    return sumOfStates([...(await selectedStates(engine, db, all, { condition: earlier })), ...within]);
  }
  // counts all, and subtracts the smaller number who have been active since
  const condition = sql<SqlBool>`(${isActive} and clients.active_hour >= ${hour})`;
  const since = await selectedStates(engine, db, all, { condition });
  const states = await tallyStates(engine, db, { ...all, isInvited: false });
  return sumOfStates([
    ...states.filter(({ state }) => state === "opened" || state === "in-progress"),
    ...since.map(({ state, clients }) => ({ state, clients: -clients })),
    ...within,
  ]);
}

type CountedState = { state: ClientState; clients: number };

async function selectedStates(
  engine: Engine,
  db: Db,
  query: CountQuery,
  { condition, candidates }: { condition?: RawBuilder<SqlBool>; candidates?: Candidates },
): Promise<CountedState[]> {
  // the index by name has all that a search reads, but SQLite would otherwise use the one by state
  const state =
    query.search === ""
      ? sql.ref<ClientState>("clients.state")
      : sql<ClientState>`coalesce(clients.state, '')`;
  const isLong = looksAtRecords(query);
  const avoidsIndexes = candidates !== undefined || (isLong && condition === undefined);
  const rows = await selectClients(db, query.scope, { withRecords: isLong, avoidsIndexes })
    .select([state.as("state"), count])
    .where(isCandidate(engine, candidates))
    .where(isSelected(engine, query, query.view))
    .$if(condition !== undefined, (found) => found.where(condition as RawBuilder<SqlBool>))
    .groupBy(state)
    .execute();
  return rows.map(({ state, clients }) => ({ state, clients: Number(clients) }));
}

/** Sums groups of clients; a state may occur several times. */
export function sumOfStates(groups: readonly CountedState[]): StateCounts {
  const found = new Map<ClientState, number>();
  for (const { state, clients } of groups) found.set(state, (found.get(state) ?? 0) + clients);
  return stateCounts(found);
}

export function stateCounts(found: ReadonlyMap<ClientState, number>): StateCounts {
  const states = clientStates.map((state) => [state, atLeastNone(found.get(state) ?? 0)] as const);
  const all = states.reduce((sum, [, clients]) => sum + clients, 0);
  return { all, ...Object.fromEntries(states) } as StateCounts;
}

/** For a difference between two statements, whose snapshots may differ. */
function atLeastNone(clients: number): number {
  return Math.max(0, clients);
}

/** One small indexed statement for each filter; a single statement would read every client and record. */
async function countFilters(engine: Engine, db: Db, reader: ListViewer): Promise<FilterCounts> {
  const states = await countStates(engine, db, { ...reader, search: "", filter: "all" });
  const stalled = await countStates(engine, db, { ...reader, search: "", filter: "stalled" });
  const saved = states["in-progress"] + states.submitted + states.approved;
  const news = atLeastNone(saved - (await countSeen(db, reader)));
  const waiting = await countWaiting(db, reader);
  const unsaved = await countUnsavedNeeding(db, reader, states);
  const seen = await countSeen(db, reader, passesFilter("needs-you", reader.view));
  return {
    all: states.all,
    "needs-you": news + unsaved + seen,
    "mail-trouble": await countFlag(db, "mail-trouble", reader),
    news,
    ready: atLeastNone(states.submitted - (waiting.get("submitted") ?? 0)),
    overdue: await countFlag(db, "overdue", reader),
    waiting: [...waiting.values()].reduce((sum, clients) => sum + clients, 0),
    stalled: stalled.all,
    "never-opened": await countNeverOpened(db, reader, states),
  };
}

function countFlag(db: Db, flag: ClientFlag, { scope, view }: ListViewer): Promise<number> {
  return countOf(selectClients(db, scope, { withRecords: false }).where(passesFilter(flag, view)));
}

/** Clients who have follow-ups to answer, by state. */
async function countWaiting(db: Db, { scope, view }: ListViewer): Promise<Map<ClientState, number>> {
  const rows = await selectClients(db, scope, { withRecords: false })
    .select(["clients.state", count])
    .where(passesFilter("waiting", view))
    .groupBy("clients.state")
    .execute();
  return new Map(rows.map(({ state, clients }) => [state, Number(clients)]));
}

/** Counts all who were invited, and subtracts the smaller number of those who were invited lately. */
async function countNeverOpened(db: Db, { scope, view }: ListViewer, states: StateCounts): Promise<number> {
  const lately = selectClients(db, scope, { withRecords: false })
    .where("clients.state", "=", "invited")
    .where("clients.invited_at", ">=", view.invitedBefore);
  return atLeastNone(states.invited - (await countOf(lately)));
}

/**
 * Clients who have saved nothing and need somebody. All those of long ago do, since they get no more reminders: they
 * are counted by state, and only the others are looked at one by one. Few clients have opted out of mail, so those are
 * looked up from `mail_opt_outs`.
 */
async function countUnsavedNeeding(
  db: Db,
  { scope, view }: ListViewer,
  states: StateCounts,
): Promise<number> {
  const clients = selectClients(db, scope, { withRecords: false }).where(hasNoRecord);
  const needs = needsYouUnsaved(view, false);
  // a null counts as false
  const needsNot = sql<SqlBool>`(case when ${needs} then 1 else 0 end) = 0`;
  const needsUninvited = sql<SqlBool>`(${passesFilter("mail-trouble", view)} or ${passesFilter("overdue", view)})`;
  const invitedSince = Math.min(view.invitedBefore, view.remindedSince);
  const activeSince = hourOf(Math.min(view.activeBefore, view.remindedSince));
  const invited = clients
    .where("clients.state", "=", "invited")
    .where("clients.invited_at", ">=", invitedSince);
  const opened = clients
    .where("clients.state", "=", "opened")
    .where("clients.active_hour", ">=", activeSince);
  // avoids indexes, so that SQLite looks up each client by id
  const optedOut = selectClients(db, scope, { withRecords: false, avoidsIndexes: true }).where(
    "clients.client_id",
    "in",
    db.selectFrom("mail_opt_outs").select("client_id"),
  );
  return (
    atLeastNone(states.invited - (await countOf(invited.where(needsNot)))) +
    atLeastNone(states.opened - (await countOf(opened.where(needsNot)))) +
    (await countOf(clients.where("clients.state", "=", "not-invited").where(needsUninvited))) +
    (await countOf(optedOut.where(hasNoRecord).where(needsYouUnsaved(view, true))))
  );
}

async function countOf(clients: ReturnType<typeof selectClients>): Promise<number> {
  return Number((await clients.select(count).executeTakeFirstOrThrow()).clients);
}

/** Counts clients whose current answers the reader has seen. */
async function countSeen(
  db: Db,
  { scope, view }: ListViewer,
  condition: RawBuilder<SqlBool> = sql`1 = 1`,
): Promise<number> {
  const row = await db
    .selectFrom("looks as seen")
    .innerJoin("records", (join) =>
      join
        .onRef("records.client_id", "=", "seen.client_id")
        .onRef("records.content_hash", "=", "seen.content_hash"),
    )
    .innerJoin("clients", "clients.client_id", "seen.client_id")
    .select(count)
    .where("seen.manager_id", "=", view.readerId)
    .where("clients.erased_at", "is", null)
    .where(isWithin(scope))
    .where(condition)
    .executeTakeFirstOrThrow();
  return Number(row.clients);
}
