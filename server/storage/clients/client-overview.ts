import { type RawBuilder, type SqlBool, sql } from "kysely";
import { HOUR_MS } from "#contract/instants.ts";
import type { ClientState, FunnelStep } from "#contract/manage/clients.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { type Conditions, isSelected, type ListView, looksAtRecords } from "./client-conditions.ts";
import { isWithin, type Scope } from "./scope.ts";

export type OverviewReader = Conditions & { scope: Scope; view: ListView };
type WeeksQuery = OverviewReader & {
  /** When each week begins, in order. */
  weekStarts: readonly number[];
};

/** So many clients who were invited in the same week, and have the same manager and state. `week`: -1 before the first one. */
export type InvitedGroup = { managerId: string | null; state: ClientState; week: number; clients: number };
export type WeekCount = { week: number; clients: number };
/** So many clients took so many full hours. */
export type HoursCount = { hours: number; clients: number };

const count = sql<number>`count(*)`.as("clients");

const INSTANTS: { [Step in Exclude<FunnelStep, "began" | "half">]: RawBuilder<number> } = {
  invited: sql`clients.invited_at`,
  opened: sql`clients.opened_at`,
  submitted: sql`clients.submitted_at`,
  // until the answers are other
  approved: sql`(case when clients.state = 'approved' then clients.approved_at end)`,
};
export type DatedStep = keyof typeof INSTANTS;

/** Of those who were invited. Each count can be read from the index by invitation alone, unless a tag is asked for. */
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
        // says no more, but lets SQLite go by the index where no day is asked for
        .where("clients.invited_at", ">=", 0)
        .where(isWithin(query.scope))
        .where(isSelected(engine, query, query.view))
    );
  }

  return {
    countInvited: (query: WeeksQuery): Promise<InvitedGroup[]> =>
      engine.readAside(async (db) => {
        const week = weekOf(INSTANTS.invited, query.weekStarts);
        const rows = await invitedClients(db, query)
          .select(["clients.manager_id", "clients.state", week.as("week"), count])
          .groupBy(["clients.manager_id", "clients.state", week])
          .execute();
        // PostgreSQL counts in texts
        return rows.map(({ manager_id, state, week, clients }) => {
          return { managerId: manager_id, state, week: Number(week), clients: Number(clients) };
        });
      }),

    countSubmitted: (query: WeeksQuery): Promise<WeekCount[]> =>
      engine.readAside(async (db) => {
        const week = weekOf(INSTANTS.submitted, query.weekStarts);
        const rows = await invitedClients(db, query)
          .select([week.as("week"), count])
          .where("clients.submitted_at", "is not", null)
          .groupBy(week)
          .execute();
        return rows.map(({ week, clients }) => ({ week: Number(week), clients: Number(clients) }));
      }),

    /** From one step to another, shortest first. */
    countHours: (query: OverviewReader, from: DatedStep, to: DatedStep): Promise<HoursCount[]> =>
      engine.readAside(async (db) => {
        const hours = sql<number>`((${INSTANTS[to]} - ${INSTANTS[from]}) / ${sql.lit(HOUR_MS)})`;
        const rows = await invitedClients(db, query)
          .select([hours.as("hours"), count])
          .where(sql<SqlBool>`${INSTANTS[to]} >= ${INSTANTS[from]}`)
          .groupBy(hours)
          .orderBy(hours)
          .execute();
        return rows.map(({ hours, clients }) => ({ hours: Number(hours), clients: Number(clients) }));
      }),
  };
}

/** In which of the weeks an instant is: by halving, since a client would be compared with each start else. */
function weekOf(at: RawBuilder<number>, starts: readonly number[]): RawBuilder<number> {
  const among = (first: number, last: number): RawBuilder<number> => {
    if (first > last) return sql`${sql.lit(last)}`;
    const middle = Math.floor((first + last) / 2);
    return sql`(case when ${at} < ${sql.lit(starts[middle] ?? 0)}
      then ${among(first, middle - 1)} else ${among(middle + 1, last)} end)`;
  };
  return among(0, starts.length - 1);
}
