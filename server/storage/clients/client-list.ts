import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Language } from "#contract/languages.ts";
import type { ClientFilter, ClientOrder } from "#contract/manage/clients.ts";
import { parseStored } from "../engine/damage.ts";
import type { Engine } from "../engine/engine.ts";
import { foldedName } from "../engine/normalized-name.ts";
import type { RecordSummary } from "../engine/record-summary.ts";
import type { Db } from "../engine/schema.ts";
import { hasOpenFollowUp, openFollowUpCount } from "../follow-ups/open-follow-ups.ts";
import { type ListedClient, listedClient, selectSummaries } from "./clients.ts";
import { isWithin, type Scope } from "./scope.ts";

export type ClientQuery = {
  scope: Scope;
  /** Matches anywhere in the name or email address. */
  search: string;
  filter: ClientFilter;
  order: ClientOrder;
  direction: "up" | "down";
  /** The last client of the page before. */
  after?: ClientPlace | undefined;
  /** How many to pass by first, as numbered pages do. */
  skipped?: number;
  limit: number;
  /** A client who has not gone on since then is stuck. */
  stuckBefore: number;
  /** Whose looks tell what is news. */
  readerId: string;
};

/** Where a client stands in an order: by this value, and by id among those who have the same. */
export type ClientPlace = { orderedBy: string | number; clientId: string };

export type ManagedClient = ListedClient & {
  email: string | null;
  managerId: string | null;
  managerName: string | null;
  lastSeenAt: number | null;
  language: Language | null;
  /** How many questions have an unanswered follow-up. */
  openFollowUps: number;
};

export type ClientCounts = { [Filter in ClientFilter]: number };
/** `counts` are of all that the search finds, whatever the filter. */
export type ClientPage = {
  clients: (ManagedClient & Pick<ClientPlace, "orderedBy"> & { hasNews: boolean })[];
  counts: ClientCounts;
};

/** So many clients who have all answered the same. */
export type Progress = Pick<RecordSummary, "completeQuestions" | "lastSection"> & {
  isSubmitted: boolean;
  clients: number;
};

const NAMES_AT_ONCE = 500;

/** None has null, which each engine sorts elsewhere: who was never seen stands before all others. */
const ORDERS: { [Order in Exclude<ClientOrder, "name">]: RawBuilder<unknown> } = {
  percent: sql`coalesce(records.percent, 0)`,
  "last-seen": sql`coalesce(clients.last_seen_at, 0)`,
  changed: sql`coalesce(records.saved_at, 0)`,
  added: sql`clients.created_at`,
};

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
      engine.read(async (db) => {
        const { filter, order, direction, skipped = 0, limit } = query;
        const rows = await managedClients(db, query.scope)
          .select(sql<number>`case when ${hasNews(query.readerId)} then 1 else 0 end`.as("has_news"))
          .select(orders[order].as("ordered_by"))
          .where(isFound(query.search))
          .where(passes(filter, query))
          .where(isAfter(query))
          .orderBy(orders[order], direction === "up" ? "asc" : "desc")
          .orderBy("clients.client_id")
          .limit(limit)
          .offset(skipped)
          .execute();
        const clients = rows.map((row) => ({
          ...managedClient(row),
          hasNews: Number(row.has_news) === 1,
          orderedBy: order === "name" ? String(row.ordered_by) : Number(row.ordered_by),
        }));
        return { clients, counts: await countEach(db, query) };
      }),

    count: (scope: Scope, options: FilterOptions): Promise<ClientCounts> =>
      engine.read((db) => countEach(db, { scope, search: "", ...options })),

    /** How far clients have come who have saved something; those who are as far stand together. */
    listProgress: (scope: Scope): Promise<Progress[]> =>
      engine.read(async (db) => {
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

    /** Those of these folded names that clients of the scope have. */
    knownNames: (scope: Scope, foldedNames: string[]): Promise<string[]> =>
      engine.read(async (db) => {
        const known: string[] = [];
        for (let first = 0; first < foldedNames.length; first += NAMES_AT_ONCE) {
          const rows = await db
            .selectFrom("clients")
            .select("folded_name")
            .where("erased_at", "is", null)
            .where(isWithin(scope))
            .where("folded_name", "in", foldedNames.slice(first, first + NAMES_AT_ONCE))
            .execute();
          known.push(...rows.map((row) => row.folded_name));
        }
        return known;
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
    findManaged: (scope: Scope, clientId: string): Promise<ManagedClient | undefined> =>
      engine.read(async (db) => {
        const found = managedClients(db, scope).where("clients.client_id", "=", clientId);
        const row = await found.executeTakeFirst();
        return row && managedClient(row);
      }),
  };
}

function managedClients(db: Db, scope: Scope) {
  return selectSummaries(db)
    .leftJoin("managers", "managers.manager_id", "clients.manager_id")
    .select(["clients.email", "clients.manager_id", "clients.last_seen_at", "managers.name as manager_name"])
    .select("clients.language")
    .select(openFollowUpCount)
    .where(isWithin(scope));
}

/** What tells clients apart beside their own rows. */
type FilterOptions = Pick<ClientQuery, "stuckBefore" | "readerId">;
type CountOptions = FilterOptions & Pick<ClientQuery, "scope" | "search">;

async function countEach(db: Db, query: CountOptions): Promise<ClientCounts> {
  const count = (filter: ClientFilter) =>
    sql<number>`coalesce(sum(case when ${passes(filter, query)} then 1 else 0 end), 0)`;
  const row = await db
    .selectFrom("clients")
    .leftJoin("records", "records.client_id", "clients.client_id")
    .select([
      count("all").as("all"),
      count("not-started").as("not-started"),
      count("in-progress").as("in-progress"),
      count("submitted").as("submitted"),
      count("stuck").as("stuck"),
      count("asked-back").as("asked-back"),
      count("news").as("news"),
    ])
    .where("clients.erased_at", "is", null)
    .where(isWithin(query.scope))
    .where(isFound(query.search))
    .executeTakeFirstOrThrow();
  // PostgreSQL counts in texts
  return Object.fromEntries(Object.entries(row).map(([filter, n]) => [filter, Number(n)])) as ClientCounts;
}

function isFound(search: string): RawBuilder<SqlBool> {
  const folded = foldedName(search);
  if (folded === "") return sql<SqlBool>`1 = 1`;
  // to SQLite a pattern ends there, and PostgreSQL has no such text
  if (folded.includes("\0")) return sql<SqlBool>`1 = 0`;
  const pattern = `%${folded.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<SqlBool>`(clients.folded_name like ${pattern} escape '\\' or clients.email like ${pattern} escape '\\')`;
}

function passes(filter: ClientFilter, { stuckBefore, readerId }: FilterOptions): RawBuilder<SqlBool> {
  switch (filter) {
    case "all":
      return sql<SqlBool>`1 = 1`;
    case "not-started":
      return sql<SqlBool>`records.revision is null`;
    case "in-progress":
      return sql<SqlBool>`(records.revision is not null and records.submitted_at is null)`;
    case "submitted":
      return sql<SqlBool>`records.submitted_at is not null`;
    case "stuck":
      return sql<SqlBool>`(records.submitted_at is null and coalesce(records.saved_at, clients.created_at) < ${stuckBefore})`;
    case "asked-back":
      return hasOpenFollowUp;
    case "news":
      return hasNews(readerId);
  }
}

/** Of the client in the row; by the primary key, so that a client costs one look. */
function hasNews(readerId: string): RawBuilder<SqlBool> {
  const seen = sql`select 1 from looks where looks.client_id = clients.client_id
    and looks.manager_id = ${readerId} and looks.content_hash = records.content_hash`;
  return sql<SqlBool>`(records.revision is not null and not exists (${seen}))`;
}

type ManagedRow = Parameters<typeof listedClient>[0] & {
  email: string | null;
  manager_id: string | null;
  manager_name: string | null;
  last_seen_at: number | null;
  language: Language | null;
  open_follow_ups: number;
};

function managedClient(row: ManagedRow): ManagedClient {
  return {
    ...listedClient(row),
    email: row.email,
    managerId: row.manager_id,
    managerName: row.manager_name,
    lastSeenAt: row.last_seen_at,
    language: row.language,
    // PostgreSQL counts in texts
    openFollowUps: Number(row.open_follow_ups),
  };
}
