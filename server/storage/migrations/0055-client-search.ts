import { type Kysely, sql } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { EngineTerms } from "./migrate.ts";

/** The searched text of a client; line breaks keep trigrams from spanning two columns. */
const textOf = (row: string, lineBreak: string) => {
  const columns = ["folded_name", "email", "contact"].map((column) => `${row}${column}`);
  const [name, email, contact] = columns;
  return `${name} || ${lineBreak} || coalesce(${email}, '') || ${lineBreak} || lower(coalesce(${contact}, ''))`;
};

/** A trigram index of clients' names, addresses and contacts, so that a search reads few clients. */
export async function clientSearch(db: Kysely<Tables>, { trigrams, onEachRow }: EngineTerms): Promise<void> {
  if (trigrams === "pg_trgm") return indexByPgTrgm(db);
  const sqliteText = (row: string) => textOf(row, "char(10)");
  const run = (statement: string) => sql.raw(statement).execute(db);
  // a separate table for ids, since rowids of `clients` may change, and the index refers to rows by number
  await run("create table client_search_ids (search_id integer primary key, client_id text not null unique)");
  // stores only which trigrams occur, not their positions or the texts
  await run(`create virtual table client_search using fts5
    (text, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1')`);
  // otherwise trigrams of erased clients would stay in the file
  await run("insert into client_search (client_search, rank) values ('secure-delete', 1)");
  await run("insert into client_search_ids (client_id) select client_id from clients");
  await run(`insert into client_search (rowid, text) select ids.search_id, ${sqliteText("clients.")}
    from client_search_ids as ids cross join clients on clients.client_id = ids.client_id order by ids.search_id`);

  const idOf = (row: string) => `from client_search_ids where client_id = ${row}.client_id`;
  const added = `insert into client_search (rowid, text) select search_id, ${sqliteText("new.")} ${idOf("new")}`;
  const takenAway = `insert into client_search (client_search, rowid, text)
    select 'delete', search_id, ${sqliteText("old.")} ${idOf("old")}`;
  const triggers = [
    { event: "insert", acts: ["insert into client_search_ids (client_id) values (new.client_id)", added] },
    {
      event: "update of folded_name, email, contact",
      when: `${sqliteText("old.")} is distinct from ${sqliteText("new.")}`,
      acts: [takenAway, added],
    },
    { event: "delete", acts: [takenAway, `delete ${idOf("old")}`] },
  ];
  for (const { event, when, acts } of triggers) {
    const name = `search_clients_on_${event.split(" ")[0]}`;
    for (const statement of onEachRow({ name, event, table: "clients", when, acts })) await run(statement);
  }
}

/** If the database lacks the extension and this user may not create it, a search reads all clients. */
async function indexByPgTrgm(db: Kysely<Tables>): Promise<void> {
  await sql
    .raw(`do $$ begin
      create extension if not exists pg_trgm;
      create index clients_by_text on clients using gin ((${textOf("", "chr(10)")}) gin_trgm_ops);
    exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then null;
    end $$`)
    .execute(db);
}
