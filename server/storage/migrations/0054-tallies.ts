import { type Kysely, sql } from "kysely";
import { HOUR_MS, MINUTE_MS } from "#contract/instants.ts";
import type { Tables } from "../engine/schema.ts";
import type { EngineTerms } from "./migrate.ts";

/**
 * A fact that is counted, as SQL on a client's row: its name and its value, which is null if the client is not counted.
 */
type Fact = { name: (row: string) => string; value: (row: string) => string };

const listed = (row: string, value: string) => `case when ${row}.erased_at is null then ${value} end`;
const invited = (row: string, value: string) =>
  listed(row, `case when ${row}.invited_at is not null then ${value} end`);

/** In quarters of an hour, so that weeks begin at a boundary in every time zone. */
function quarterOf(step: "invited" | "submitted"): Fact {
  return {
    name: () => `'${step}-at'`,
    value: (row) => invited(row, `${row}.${step}_at / ${15 * MINUTE_MS}`),
  };
}

/** Full hours from one step to another. An approval counts until the answers change. */
function hoursBetween(from: string, to: string): Fact {
  return {
    name: () => `'${from}-${to}'`,
    value(row) {
      const [begin, end] = [`${row}.${from}_at`, `${row}.${to}_at`];
      const isReached =
        to === "approved" ? `${end} >= ${begin} and ${row}.state = 'approved'` : `${end} >= ${begin}`;
      return invited(row, `case when ${isReached} then (${end} - ${begin}) / ${HOUR_MS} end`);
    },
  };
}

const facts: Fact[] = [
  // 1 for clients who were invited, else 0
  {
    name: (row) => `${row}.state`,
    value: (row) => listed(row, `case when ${row}.invited_at is null then 0 else 1 end`),
  },
  quarterOf("invited"),
  quarterOf("submitted"),
  hoursBetween("invited", "opened"),
  hoursBetween("opened", "submitted"),
  hoursBetween("submitted", "approved"),
  hoursBetween("invited", "submitted"),
];

const COLUMNS = [
  "manager_id",
  "interview_id",
  "state",
  "invited_at",
  "opened_at",
  "submitted_at",
  "approved_at",
  "erased_at",
];

/** Triggers maintain the counts of clients, since many statements change what is counted. */
export async function tallies(
  db: Kysely<Tables>,
  { whole, inCodePoints, onEachRow }: EngineTerms,
): Promise<void> {
  await db.schema
    .createTable("client_tallies")
    .addColumn("manager_id", "text")
    .addColumn("interview_id", "text", (column) => column.notNull())
    .addColumn("fact", "text", (column) => column.notNull())
    .addColumn("value", whole, (column) => column.notNull())
    .addColumn("clients", whole, (column) => column.notNull())
    .execute();
  for (const { name, value } of facts)
    await sql`insert into client_tallies (manager_id, interview_id, fact, value, clients)
      select manager_id, interview_id, fact, value, count(*) from (
        select manager_id, interview_id, ${sql.raw(name("clients"))} as fact, ${sql.raw(value("clients"))} as value
        from clients) as counted
      where value is not null group by manager_id, interview_id, fact, value`.execute(db);
  // covers all columns, so that no row is read
  await sql`create index client_tallies_by_fact on client_tallies (fact, value, manager_id, interview_id, clients)`.execute(
    db,
  );
  // includes the state, since few submitted clients have an open follow-up
  await sql`drop index clients_waiting`.execute(db);
  await sql`create index clients_waiting on clients
    (${inCodePoints("folded_name")}, client_id, manager_id, follow_ups_out, state, erased_at)
    where erased_at is null and follow_ups_out > 0`.execute(db);
  const change = `update of ${COLUMNS.join(", ")}`;
  const triggers = [
    { event: "insert", acts: [added("new")] },
    { event: "delete", acts: [takenAway("old")] },
    { event: change, when: isOther(COLUMNS), acts: [takenAway("old", "new"), added("new", "old")] },
  ];
  for (const { event, when, acts } of triggers) {
    const name = `tally_clients_on_${event.split(" ")[0]}`;
    for (const statement of onEachRow({ name, event, table: "clients", when, acts }))
      await sql.raw(statement).execute(db);
  }
}

const added = (row: string, other?: string) => noted(1, row, other);
const takenAway = (row: string, other?: string) => noted(-1, row, other);

/** Inserts one row for each fact of a client that the other row lacks. */
function noted(clients: number, row: string, other?: string): string {
  const rows = facts.map(({ name, value }) => {
    const cellOf = (of: string) => [`${of}.manager_id`, `${of}.interview_id`, name(of), value(of)];
    const isNews = other === undefined ? "" : ` and (${differ(cellOf(row), cellOf(other))})`;
    return `select ${cellOf(row).join(", ")}, ${clients} where ${value(row)} is not null${isNews}`;
  });
  return `insert into client_tallies (manager_id, interview_id, fact, value, clients) ${rows.join(" union all ")}`;
}

function isOther(columns: string[]): string {
  return differ(
    columns.map((column) => `old.${column}`),
    columns.map((column) => `new.${column}`),
  );
}

function differ(ones: string[], others: string[]): string {
  return ones.map((one, place) => `${one} is distinct from ${others[place]}`).join(" or ");
}
