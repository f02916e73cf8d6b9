import { type RawBuilder, type SqlBool, sql } from "kysely";
import {
  type ClientFilter,
  type ClientFlag,
  type ClientSelection,
  type ClientState,
  clientFlags,
  clientStates,
} from "#contract/manage/clients.ts";
import { hourOf } from "../engine/client-facts.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import {
  type Conditions,
  hasNoRecord,
  isSelected,
  type ListView,
  looksAtRecords,
  needsYouUnsaved,
  passesFilter,
} from "./client-conditions.ts";
import { isTallied, tallyStates } from "./client-tallies.ts";
import { isWithin, type Scope } from "./scope.ts";
import { type Candidates, findCandidates, isCandidate } from "./search-candidates.ts";

/** Of all that a selection finds, whatever their state. */
export type StateCounts = { [State in "all" | ClientState]: number };
export type FilterCounts = { [Filter in ClientFilter]: number };

type Reader = { scope: Scope; view: ListView };
type Counted = Reader & Conditions;

const count = sql<number>`count(*)`.as("clients");

export function clientCountQueries(engine: Engine) {
  return {
    /** How many of a scope each filter finds, and each of these selections. */
    count: (
      reader: Reader,
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

    countStates: (query: Counted): Promise<StateCounts> =>
      engine.readAside(async (db) => countStates(engine, db, query, await findCandidates(engine, db, query))),
  };
}

type Reading = {
  /** Only where a condition or an order looks at them: a join costs a look for each client. */
  withRecords: boolean;
  /** For clients who are looked up by id, or where nearly all are looked at: SQLite takes six times as long by an index. */
  avoidsIndexes?: boolean;
};

/** Clients of a scope, for conditions on them. */
export function selectClients(db: Db, scope: Scope, { withRecords, avoidsIndexes = false }: Reading) {
  // the same to PostgreSQL; to SQLite it is no condition that an index has
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
  query: Counted,
  candidates?: Candidates,
): Promise<StateCounts> {
  if (isTallied(query)) return sumOfStates(await tallyStates(engine, db, { ...query, isInvited: false }));
  if (query.filter !== "stalled" || candidates)
    return sumOfStates(await selectedStates(engine, db, query, { candidates }));
  // whole hours are counted in an index; of the hour in which the limit is, each client is looked at
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
  // of all, the fewer who were active since are taken away
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
  query: Counted,
  { condition, candidates }: { condition?: RawBuilder<SqlBool>; candidates?: Candidates },
): Promise<CountedState[]> {
  // what a search looks at is in the index by name, which SQLite would leave for the one by state
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
  // PostgreSQL counts in texts
  return rows.map(({ state, clients }) => ({ state, clients: Number(clients) }));
}

/** Of groups of clients; a state may come several times. */
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

/** A difference between two statements, which may be of two moments. */
function atLeastNone(clients: number): number {
  return Math.max(0, clients);
}

/** One small statement each, which has an index; all in one would read every client and record. */
async function countFilters(engine: Engine, db: Db, reader: Reader): Promise<FilterCounts> {
  const states = await countStates(engine, db, { ...reader, search: "", filter: "all" });
  const saved = states["in-progress"] + states.submitted + states.approved;
  const news = atLeastNone(saved - (await countSeen(db, reader)));
  const flags: { [Flag in ClientFlag]?: number } = {
    news,
    ready: atLeastNone(states.submitted - (await countWaitingSubmitted(db, reader))),
  };
  for (const flag of clientFlags) flags[flag] ??= await countFlag(engine, db, { flag, ...reader });
  const unsaved = await countUnsavedNeeding(db, reader);
  const seen = await countSeen(db, reader, passesFilter("needs-you", reader.view));
  return {
    all: states.all,
    "needs-you": news + unsaved + seen,
    ...flags,
  } as FilterCounts;
}

async function countFlag(
  engine: Engine,
  db: Db,
  { flag, ...reader }: Reader & { flag: ClientFlag },
): Promise<number> {
  if (flag === "stalled")
    return (await countStates(engine, db, { ...reader, search: "", filter: "stalled" })).all;
  return countOf(
    selectClients(db, reader.scope, { withRecords: false }).where(passesFilter(flag, reader.view)),
  );
}

/** Few among those who have submitted, so that SQLite is kept from the index of states. */
function countWaitingSubmitted(db: Db, { scope, view }: Reader): Promise<number> {
  return countOf(
    selectClients(db, scope, { withRecords: false })
      .where(passesFilter("waiting", view))
      .where(sql<SqlBool>`coalesce(clients.state, '') = 'submitted'`),
  );
}

/** Those who have opted out of mail are few, and are looked for from there. */
async function countUnsavedNeeding(db: Db, { scope, view }: Reader): Promise<number> {
  const clients = selectClients(db, scope, { withRecords: false });
  // in the order of no index, so that SQLite looks for each of them by id
  const optedOut = selectClients(db, scope, { withRecords: false, avoidsIndexes: true }).where(
    "clients.client_id",
    "in",
    db.selectFrom("mail_opt_outs").select("client_id"),
  );
  return (
    (await countOf(clients.where(hasNoRecord).where(needsYouUnsaved(view, false)))) +
    (await countOf(optedOut.where(hasNoRecord).where(needsYouUnsaved(view, true))))
  );
}

async function countOf(clients: ReturnType<typeof selectClients>): Promise<number> {
  return Number((await clients.select(count).executeTakeFirstOrThrow()).clients);
}

/** Those whose answers the reader has seen as they are now. */
async function countSeen(
  db: Db,
  { scope, view }: Reader,
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
