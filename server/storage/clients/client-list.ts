import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Language } from "#contract/languages.ts";
import {
  type ClientFilter,
  type ClientFlag,
  type ClientOrder,
  type ClientSelection,
  type ClientState,
  clientFilters,
  clientFlags,
  clientStates,
} from "#contract/manage/clients.ts";
import type { MailCause } from "#contract/manage/mail/mail-causes.ts";
import type { Tag } from "#contract/manage/tags.ts";
import { parseStored } from "../engine/damage.ts";
import type { Engine } from "../engine/engine.ts";
import type { RecordSummary } from "../engine/record-summary.ts";
import type { Db } from "../engine/schema.ts";
import {
  activeAt,
  flagColumns,
  isSelected,
  type ListView,
  passesFilter,
  stateOf,
} from "./client-conditions.ts";
import { type ListedClient, listedClient, selectSummaries } from "./clients.ts";
import { isWithin, type Scope } from "./scope.ts";
import { tagsOf } from "./tags.ts";

export type ClientQuery = ClientSelection & {
  scope: Scope;
  view: ListView;
  /** The last client of the page before. */
  after?: ClientPlace | undefined;
  /** How many to pass by first, as numbered pages do. */
  skipped?: number;
  limit: number;
};

/** Where a client stands in an order: by this value, and by id among those who have the same. */
export type ClientPlace = { orderedBy: string | number; clientId: string };

export type ManagedClient = ListedClient & {
  email: string | null;
  contact: string | null;
  externalId: string | null;
  dueOn: string | null;
  managerId: string | null;
  managerName: string | null;
  state: ClientState;
  /** As far as the reader of the list has them. */
  flags: ClientFlag[];
  tags: Tag[];
  invitedAt: number | null;
  openedAt: number | null;
  lastSeenAt: number | null;
  language: Language | null;
  /** How many questions have an unanswered follow-up, and since when. */
  followUpsOut: number;
  waitingSince: number | null;
  mailTrouble: MailCause | null;
};

/** Of all that a selection finds, whatever their state. */
export type StateCounts = { [State in "all" | ClientState]: number };
export type FilterCounts = { [Filter in ClientFilter]: number };
export type ClientPage = {
  clients: (ManagedClient & Pick<ClientPlace, "orderedBy">)[];
  counts: StateCounts;
};

/** So many clients who have all answered the same. */
export type Progress = Pick<RecordSummary, "completeQuestions" | "lastSection"> & {
  isSubmitted: boolean;
  clients: number;
};

const NAMES_AT_ONCE = 500;
/** Behind every day that there is: who has no due date stands last. */
const NO_DAY = "9999-99-99";

/** None has null, which each engine sorts elsewhere: who was never seen stands before all others. */
const ORDERS: { [Order in Exclude<ClientOrder, "name">]: RawBuilder<unknown> } = {
  percent: sql`coalesce(records.percent, 0)`,
  activity: activeAt,
  due: sql`coalesce(clients.due_on, ${sql.lit(NO_DAY)})`,
  "last-seen": sql`coalesce(clients.last_seen_at, 0)`,
  changed: sql`coalesce(records.saved_at, 0)`,
  added: sql`clients.created_at`,
};
/** Of the others, values are numbers. */
const TEXT_ORDERS: readonly ClientOrder[] = ["name", "due"];

export function clientListQueries(engine: Engine) {
  const orders = { ...ORDERS, name: engine.inCodePoints("clients.folded_name") };

  /** Behind the last client of the page before, whatever has come or gone since then. */
  function isAfter({ order, direction, after }: ClientQuery): RawBuilder<SqlBool> {
    if (!after) return sql<SqlBool>`1 = 1`;
    const { orderedBy, clientId } = after;
    const value = orders[order];
    const [further, orEqual] = direction === "up" ? [sql`>`, sql`>=`] : [sql`<`, sql`<=`];
    // the first condition says the same once more, so that an index can be entered there
    return sql<SqlBool>`(${value} ${orEqual} ${orderedBy} and (${value} ${further} ${orderedBy} or clients.client_id > ${clientId}))`;
  }

  return {
    listPage: (query: ClientQuery): Promise<ClientPage> =>
      engine.readAside(async (db) => {
        const { order, direction, skipped = 0, limit, state, view } = query;
        const rows = await managedClients(db, query)
          .select(orders[order].as("ordered_by"))
          .where(isSelected(query, view))
          .$if(state !== undefined, (found) => found.where(sql<SqlBool>`${stateOf} = ${state}`))
          .where(isAfter(query))
          .orderBy(orders[order], direction === "up" ? "asc" : "desc")
          .orderBy("clients.client_id")
          .limit(limit)
          .offset(skipped)
          .execute();
        const clients = (await withTags(db, rows)).map((client, place) => {
          const value = rows[place]?.ordered_by;
          return { ...client, orderedBy: TEXT_ORDERS.includes(order) ? String(value) : Number(value) };
        });
        return { clients, counts: await countStates(db, query) };
      }),

    /** How many of a scope each filter finds, and each of these selections. */
    count: (
      { scope, view }: Pick<ClientQuery, "scope" | "view">,
      selections: ClientSelection[] = [],
    ): Promise<{ filters: FilterCounts; selections: number[] }> =>
      engine.readAside(async (db) => {
        const count = (condition: RawBuilder<SqlBool>) =>
          sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
        const row = await withRecords(db, scope)
          .select(clientFilters.map((filter) => count(passesFilter(filter, view)).as(filter)))
          .executeTakeFirstOrThrow();
        const found: number[] = [];
        for (const selection of selections)
          found.push(await countSelected(db, { ...selection, scope, view }));
        return {
          // PostgreSQL counts in texts
          filters: Object.fromEntries(
            clientFilters.map((filter) => [filter, Number(row[filter])]),
          ) as FilterCounts,
          selections: found,
        };
      }),

    countStates: (query: Pick<ClientQuery, "scope" | "view">): Promise<StateCounts> =>
      engine.readAside((db) => countStates(db, { ...query, search: "", filter: "all" })),

    /** Ids of all that a selection finds, in its order, at most so many. */
    listIds: (query: Omit<ClientQuery, "after" | "skipped">): Promise<string[]> =>
      engine.readAside(async (db) => {
        const { order, direction, state, view, limit } = query;
        const rows = await withRecords(db, query.scope)
          .select("clients.client_id")
          .where(isSelected(query, view))
          .$if(state !== undefined, (found) => found.where(sql<SqlBool>`${stateOf} = ${state}`))
          .orderBy(orders[order], direction === "up" ? "asc" : "desc")
          .orderBy("clients.client_id")
          .limit(limit)
          .execute();
        return rows.map((row) => row.client_id);
      }),

    /** Those of these clients that the scope has. */
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

    /** How far clients have come who have saved something; those who are as far stand together. */
    listProgress: (scope: Scope): Promise<Progress[]> =>
      engine.readAside(async (db) => {
        const rows = await db
          .selectFrom("records")
          .innerJoin("clients", "clients.client_id", "records.client_id")
          .select(["records.complete_questions", "records.last_section"])
          .select([
            sql<number>`case when records.submitted_at is null then 0 else 1 end`.as("is_submitted"),
            sql<number>`count(*)`.as("clients"),
          ])
          .where("clients.erased_at", "is", null)
          .where(isWithin(scope))
          .groupBy(["records.complete_questions", "records.last_section", "is_submitted"])
          .execute();
        return rows.map((row) => ({
          completeQuestions: parseStored(row.complete_questions) as string[],
          lastSection: row.last_section,
          isSubmitted: Number(row.is_submitted) === 1,
          clients: Number(row.clients),
        }));
      }),

    /** Clients of the scope who have one of these external ids or folded names. */
    listMatches: (
      scope: Scope,
      { externalIds, foldedNames }: { externalIds: string[]; foldedNames: string[] },
    ): Promise<ManagedClient[]> =>
      engine.read(async (db) => {
        const found = new Map<string, ManagedClient>();
        const wanted = { external_id: externalIds, folded_name: foldedNames } as const;
        for (const column of ["external_id", "folded_name"] as const) {
          const values = [...new Set(wanted[column])];
          for (let first = 0; first < values.length; first += NAMES_AT_ONCE) {
            const rows = await managedClients(db, { scope, view: NO_VIEW })
              .where(`clients.${column}`, "in", values.slice(first, first + NAMES_AT_ONCE))
              .orderBy("clients.created_at")
              .execute();
            for (const client of await withTags(db, rows)) found.set(client.clientId, client);
          }
        }
        return [...found.values()];
      }),

    /** The names of clients and managers by their ids, as far as there are any. */
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

    /** Undefined where the scope has no such client. */
    findManaged: (
      scope: Scope,
      clientId: string,
      view: ListView = NO_VIEW,
    ): Promise<ManagedClient | undefined> =>
      engine.read(async (db) => {
        const found = managedClients(db, { scope, view }).where("clients.client_id", "=", clientId);
        return (await withTags(db, await found.execute()))[0];
      }),
  };
}

/** For those who do not look at flags. */
export const NO_VIEW: ListView = {
  readerId: "",
  today: "",
  invitedBefore: 0,
  activeBefore: 0,
  reminders: 0,
  remindedSince: 0,
};

const factColumns = [
  "clients.email",
  "clients.contact",
  "clients.external_id",
  "clients.due_on",
  "clients.manager_id",
  "clients.invited_at",
  "clients.opened_at",
  "clients.last_seen_at",
  "clients.language",
  "clients.follow_ups_out",
  "clients.waiting_since",
  "clients.mail_trouble",
] as const;

function managedClients(db: Db, { scope, view }: Pick<ClientQuery, "scope" | "view">) {
  return selectSummaries(db)
    .leftJoin("managers", "managers.manager_id", "clients.manager_id")
    .select(factColumns)
    .select("managers.name as manager_name")
    .select(stateOf.as("state"))
    .select(flagColumns(clientFlags, view))
    .where(isWithin(scope));
}

/** Clients of a scope, for conditions on them and their records. */
function withRecords(db: Db, scope: Scope) {
  return db
    .selectFrom("clients")
    .leftJoin("records", "records.client_id", "clients.client_id")
    .where("clients.erased_at", "is", null)
    .where(isWithin(scope));
}

type Counted = Pick<ClientQuery, "scope" | "view" | "search" | "filter" | "manager" | "tag" | "due">;

async function countStates(db: Db, query: Counted): Promise<StateCounts> {
  const rows = await withRecords(db, query.scope)
    .select([stateOf.as("state"), sql<number>`count(*)`.as("clients")])
    .where(isSelected(query, query.view))
    .groupBy("state")
    .execute();
  // PostgreSQL counts in texts
  const found = new Map(rows.map(({ state, clients }) => [state, Number(clients)]));
  const states = clientStates.map((state) => [state, found.get(state) ?? 0] as const);
  const all = states.reduce((sum, [, clients]) => sum + clients, 0);
  return { all, ...Object.fromEntries(states) } as StateCounts;
}

async function countSelected(db: Db, query: Counted & Pick<ClientQuery, "state">): Promise<number> {
  return (await countStates(db, query))[query.state ?? "all"];
}

type ManagedRow = Awaited<ReturnType<ReturnType<typeof managedClients>["execute"]>>[number];

/** With the tags of each, which take one more query for all of them. */
async function withTags(db: Db, rows: ManagedRow[]): Promise<ManagedClient[]> {
  const tags = await tagsOf(
    db,
    rows.map((row) => row.client_id),
  );
  return rows.map((row) => managedClient(row, tags.get(row.client_id) ?? []));
}

function managedClient(row: ManagedRow, tags: Tag[]): ManagedClient {
  return {
    ...listedClient(row),
    email: row.email,
    contact: row.contact,
    externalId: row.external_id,
    dueOn: row.due_on,
    managerId: row.manager_id,
    managerName: row.manager_name,
    state: row.state,
    flags: clientFlags.filter((flag) => Number(row[flag]) === 1),
    tags,
    invitedAt: row.invited_at,
    openedAt: row.opened_at,
    lastSeenAt: row.last_seen_at,
    language: row.language,
    followUpsOut: row.follow_ups_out,
    waitingSince: row.waiting_since,
    mailTrouble: row.mail_trouble,
  };
}
