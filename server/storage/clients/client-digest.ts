import { type RawBuilder, type SqlBool, sql } from "kysely";
import { DIGEST_NAMES_MAX, type DigestSectionName, digestSections } from "#contract/manage/mail/digest.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { activeAt, type ListView, passesFilter } from "./client-conditions.ts";
import { isLookedAfterBy, type ResponsibleManager } from "./scope.ts";

export type DigestClient = {
  clientId: string;
  name: string;
  /** The question whose follow-up was answered last since the manager's last look; null if no follow-up was. */
  questionId: string | null;
};
/** `first`: the first clients of the section, at most `DIGEST_NAMES_MAX`. */
export type DigestSection = { section: DigestSectionName; clients: number; first: DigestClient[] };
/** The clients who need a manager. A client may be in several sections; a section without clients is left out. */
export type Digest = { clients: number; sections: DigestSection[] };

export type DigestQuery = { keeper: ResponsibleManager; view: ListView };

/** The order of clients in each section. */
const ORDERS: { [Section in DigestSectionName]: RawBuilder<unknown> } = {
  news: sql`records.saved_at desc`,
  ready: sql`records.submitted_at`,
  overdue: sql`clients.due_on`,
  "mail-trouble": sql`clients.mail_trouble_at desc`,
  stalled: activeAt,
  "never-opened": sql`clients.invited_at`,
};

export function clientDigestQueries(engine: Engine) {
  return {
    readDigest: (query: DigestQuery): Promise<Digest> =>
      engine.readAside(async (db) => {
        const { all, sections } = await countDigest(db, query);
        const filled: DigestSection[] = [];
        for (const { section, clients } of sections)
          filled.push({ section, clients, first: await firstOf(db, query, section) });
        return { clients: all, sections: filled };
      }),
  };
}

function keptClients(db: Db, { keeper }: DigestQuery) {
  return db
    .selectFrom("clients")
    .leftJoin("records", "records.client_id", "clients.client_id")
    .where("clients.erased_at", "is", null)
    .where(isLookedAfterBy(keeper));
}

/** Counts all sections in one pass over the clients; omits empty sections. */
async function countDigest(db: Db, query: DigestQuery) {
  const { view } = query;
  const count = (condition: RawBuilder<SqlBool>) =>
    sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
  const conditions = digestSections.map((section) => passesFilter(section, view));
  const row = await keptClients(db, query)
    .select(digestSections.map((section) => count(passesFilter(section, view)).as(section)))
    .select(count(sql<SqlBool>`(${sql.join(conditions, sql` or `)})`).as("all"))
    .executeTakeFirstOrThrow();
  const sections = digestSections.map((section) => ({ section, clients: Number(row[section]) }));
  return { all: Number(row.all), sections: sections.filter(({ clients }) => clients > 0) };
}

async function firstOf(db: Db, query: DigestQuery, section: DigestSectionName): Promise<DigestClient[]> {
  const rows = await keptClients(db, query)
    .select(["clients.client_id", "clients.name"])
    .where(passesFilter(section, query.view))
    .orderBy(ORDERS[section])
    .orderBy("clients.client_id")
    .limit(DIGEST_NAMES_MAX)
    .execute();
  const clientIds = rows.map((row) => row.client_id);
  const questions = section === "news" ? await answeredQuestions(db, query, clientIds) : new Map();
  return rows.map(({ client_id, name }) => ({
    clientId: client_id,
    name,
    questionId: questions.get(client_id) ?? null,
  }));
}

/** For each client, the question whose follow-up was answered last since the manager's last look. */
async function answeredQuestions(
  db: Db,
  { keeper }: DigestQuery,
  clientIds: string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("thread_entries as entries")
    .leftJoin("looks", (join) =>
      join.onRef("looks.client_id", "=", "entries.client_id").on("looks.manager_id", "=", keeper.managerId),
    )
    .select(["entries.client_id", "entries.question_id"])
    .where("entries.client_id", "in", clientIds)
    .where("entries.kind", "=", "answered")
    .where((row) =>
      row.or([row("looks.looked_at", "is", null), row("entries.at", ">", row.ref("looks.looked_at"))]),
    )
    // the map keeps the last row of each client
    .orderBy("entries.at")
    .orderBy("entries.question_id")
    .execute();
  return new Map(rows.map(({ client_id, question_id }) => [client_id, question_id]));
}
