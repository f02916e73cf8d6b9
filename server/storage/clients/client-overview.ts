import { type AliasableExpression, type RawBuilder, type SqlBool, sql } from "kysely";
import { HOUR_MS, MINUTE_MS } from "#contract/instants.ts";
import type { ClientState } from "#contract/manage/clients.ts";
import type { OverviewSpan } from "#contract/manage/overview.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { type Conditions, isSelected, type ListView, looksAtRecords } from "./client-conditions.ts";
import { isTallied, selectTallies, tallyStates } from "./client-tallies.ts";
import { isWithin, type Scope } from "./scope.ts";

export type OverviewReader = Conditions & { scope: Scope; view: ListView };
type WeeksQuery = OverviewReader & {
  /** The start of each week, ascending. */
  weekStarts: readonly number[];
};

/** How many invited clients have this manager and state. */
export type InvitedGroup = { managerId: string | null; state: ClientState; clients: number };
/** `week`: the week's index; -1 before the first week. */
export type WeekCount = { week: number; clients: number };
/** How many clients took this many full hours. */
export type HoursCount = { hours: number; clients: number };

type DatedStep = OverviewSpan[number];
/** Counted by value: an instant in quarters of an hour, or hours from one step to another. */
type TallyFact = "invited-at" | "submitted-at" | SpanName<OverviewSpan>;
type SpanName<Span> = Span extends readonly [infer From extends string, infer To extends string]
  ? `${From}-${To}`
  : never;

const INSTANTS: { [Step in DatedStep]: RawBuilder<number> } = {
  invited: sql`clients.invited_at`,
  opened: sql`clients.opened_at`,
  submitted: sql`clients.submitted_at`,
  // an approval counts until the answers change
  approved: sql`(case when clients.state = 'approved' then clients.approved_at end)`,
};

const QUARTER_MS = 15 * MINUTE_MS;
const quarterOf = (step: DatedStep) => sql<number>`(${INSTANTS[step]} / ${sql.lit(QUARTER_MS)})`;
const hoursBetween = (from: DatedStep, to: DatedStep) =>
  sql<number>`(case when ${INSTANTS[to]} >= ${INSTANTS[from]}
    then (${INSTANTS[to]} - ${INSTANTS[from]}) / ${sql.lit(HOUR_MS)} end)`;

/** The same values as in the tallies. */
const VALUES: { [Name in TallyFact]: RawBuilder<number> } = {
  "invited-at": quarterOf("invited"),
  "submitted-at": quarterOf("submitted"),
  "invited-opened": hoursBetween("invited", "opened"),
  "opened-submitted": hoursBetween("opened", "submitted"),
  "submitted-approved": hoursBetween("submitted", "approved"),
  "invited-submitted": hoursBetween("invited", "submitted"),
};

/**
 * Counts of invited clients: from the tallies if possible, else from the index by invitation, which covers all
 * conditions but tags.
 */
export function clientOverviewQueries(engine: Engine) {
  function invitedClients(db: Db, query: OverviewReader) {
    return (
      db
        .selectFrom("clients")
        .$if(looksAtRecords(query), (clients) =>
          clients.leftJoin("records", "records.client_id", "clients.client_id"),
        )
        .where("clients.erased_at", "is", null)
        .where("clients.invited_at", "is not", null)
        // redundant, but lets SQLite use the index. With a first or last day, SQLite would start here instead of at
        // that day.
        .$if(query.invitedFrom === undefined && query.invitedTo === undefined, (clients) =>
          clients.where("clients.invited_at", ">=", 0),
        )
        .where(isWithin(query.scope))
        .where(isSelected(engine, query, query.view))
    );
  }

  type Counted = { value: number; clients: number };
  /** Values with their numbers of clients; a value may occur several times. */
  function valuesOf(db: Db, query: OverviewReader, fact: TallyFact): AliasableExpression<Counted> {
    if (isTallied(query))
      return selectTallies(engine, db, query)
        .select(["clients.value", "clients.clients"])
        .where("fact", "=", fact);
    const value = VALUES[fact];
    return invitedClients(db, query)
      .select([value.as("value"), sql<number>`1`.as("clients")])
      .where(sql<SqlBool>`${value} is not null`);
  }

  type Counting = {
    query: OverviewReader;
    fact: TallyFact;
    by: (value: RawBuilder<number>) => RawBuilder<number>;
  };
  /** Numbers of clients by key, in ascending order of keys. */
  async function countBy(db: Db, { query, fact, by }: Counting) {
    const key = by(sql`counted.value`);
    const clients = sql<number>`sum(counted.clients)`;
    const rows = await db
      .selectFrom(valuesOf(db, query, fact).as("counted"))
      .select([key.as("key"), clients.as("clients")])
      .groupBy(key)
      .having(clients, ">", 0)
      .orderBy(key)
      .execute();
    return rows.map((row) => ({ key: Number(row.key), clients: Number(row.clients) }));
  }

  return {
    countInvited: (query: OverviewReader): Promise<InvitedGroup[]> =>
      engine.readAside(async (db) => {
        if (isTallied(query)) return tallyStates(engine, db, { ...query, isInvited: true });
        const rows = await invitedClients(db, query)
          .select(["clients.manager_id", "clients.state", sql<number>`count(*)`.as("clients")])
          .groupBy(["clients.manager_id", "clients.state"])
          .execute();
        return rows.map(({ manager_id, state, clients }) => {
          return { managerId: manager_id, state, clients: Number(clients) };
        });
      }),

    /** Counts clients by the week in which they reached a step. */
    countWeeks: (query: WeeksQuery, step: "invited" | "submitted"): Promise<WeekCount[]> =>
      engine.readAside(async (db) => {
        const starts = query.weekStarts;
        const by = (value: RawBuilder<number>) =>
          engine.placeAmong(sql`(${value} * ${sql.lit(QUARTER_MS)})`, starts);
        const weeks = await countBy(db, { query, fact: `${step}-at`, by });
        return weeks.map(({ key, clients }) => ({ week: key, clients }));
      }),

    /** Counts clients by the hours between two steps, shortest first. */
    countHours: (query: OverviewReader, [from, to]: OverviewSpan): Promise<HoursCount[]> =>
      engine.readAside(async (db) => {
        const fact = `${from}-${to}` as TallyFact;
        const hours = await countBy(db, { query, fact, by: (value) => value });
        return hours.map(({ key, clients }) => ({ hours: key, clients }));
      }),
  };
}
