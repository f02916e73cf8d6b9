import type { RawBuilder, SqlBool } from "kysely";
import {
  type ClientFilter,
  type ClientSelection,
  type ClientState,
  clientFilters,
  clientStates,
} from "#contract/manage/clients.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { type Candidates, findCandidates, isCandidate } from "./candidates.ts";
import {
  type Conditions,
  indexedCondition,
  isSelected,
  type ListViewer,
  looksAtRecords,
} from "./client-conditions.ts";
import { isTallied } from "./client-tallies.ts";
import { filterCounter } from "./filter-counts.ts";
import { type CountedState, countByState, selectClients } from "./select-clients.ts";

/** Counts of a selection's clients by state, and of all. */
export type StateCounts = { [State in "all" | ClientState]: number };
export type FilterCounts = { [Filter in ClientFilter]: number };

type CountQuery = ListViewer & Conditions;

const INDEXED = [
  "manager",
  "goesBackTo",
  "updatedSince",
  "email",
  "externalId",
  "invitedFrom",
  "invitedTo",
] as const satisfies (keyof Conditions)[];

/** Whether an index can answer one of the conditions; otherwise SQLite would read every client in the order of one. */
function hasIndex(query: CountQuery): boolean {
  const { filter, search, due } = query;
  const isDueIndexed = due !== undefined && due !== "none";
  return (
    filter !== "all" || search !== "" || isDueIndexed || INDEXED.some((name) => query[name] !== undefined)
  );
}

export function clientCountQueries(engine: Engine) {
  return {
    /** How many clients of a scope each filter and each of these selections finds. */
    count: (
      reader: ListViewer,
      selections: ClientSelection[] = [],
    ): Promise<{ filters: FilterCounts; selections: number[] }> =>
      engine.readAside(async (db) => {
        const countFilter = filterCounter(engine, db, { ...reader, search: "", filter: "all" });
        const filters = new Map<ClientFilter, number>();
        for (const filter of clientFilters) filters.set(filter, sumOfStates(await countFilter(filter)).all);
        const found: number[] = [];
        for (const selection of selections) {
          const query = { ...selection, ...reader };
          const counts = await countStates(engine, db, query, await findCandidates(engine, db, query));
          found.push(counts[selection.state ?? "all"]);
        }
        return { filters: Object.fromEntries(filters) as FilterCounts, selections: found };
      }),

    countStates: (query: CountQuery): Promise<StateCounts> =>
      engine.readAside(async (db) => countStates(engine, db, query, await findCandidates(engine, db, query))),
  };
}

export async function countStates(
  engine: Engine,
  db: Db,
  query: CountQuery,
  candidates?: Candidates,
): Promise<StateCounts> {
  const { filter, view } = query;
  const unfiltered = { ...query, filter: "all" as const };
  if (isTallied(unfiltered)) return sumOfStates(await filterCounter(engine, db, unfiltered)(filter));
  const condition = candidates ? undefined : indexedCondition(filter, view);
  return sumOfStates(await selectedStates(engine, db, query, { condition, candidates }));
}

async function selectedStates(
  engine: Engine,
  db: Db,
  query: CountQuery,
  { condition, candidates }: { condition?: RawBuilder<SqlBool> | undefined; candidates?: Candidates },
): Promise<CountedState[]> {
  const isLong = looksAtRecords(query);
  const avoidsIndexes = candidates !== undefined || (condition === undefined && (isLong || !hasIndex(query)));
  const clients = selectClients(db, query.scope, { withRecords: isLong, avoidsIndexes })
    .where(isCandidate(engine, candidates))
    .where(isSelected(engine, query, query.view))
    .$if(condition !== undefined, (found) => found.where(condition as RawBuilder<SqlBool>));
  return countByState(clients);
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
