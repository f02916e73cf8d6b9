import { type Kysely, type RawBuilder, sql } from "kysely";
import { clientTallyQueries } from "../server/storage/clients/client-tallies.ts";
import type { Engine } from "../server/storage/engine/engine.ts";
import type { Tables } from "../server/storage/engine/schema.ts";

/** The tables with a client's rows, in the order of their references; `ids` differ in each copy. */
const TABLES = {
  clients: { owner: "client_id", ids: ["client_id", "name", "folded_name"] },
  data_keys: { owner: "owner", ids: ["owner"] },
  access_keys: { owner: "client_id", ids: ["client_id", "key_id", "secret_hash"] },
  records: { owner: "client_id", ids: ["client_id"] },
  revisions: { owner: "client_id", ids: ["client_id"] },
};
/** Few enough that no statement exceeds the database's time limit. */
const COPIES_AT_ONCE = 10;
/** Of copies. */
const FOLDED_EVERY = 25 * COPIES_AT_ONCE;
/** More than there are facts about clients. */
const FACTS_AT_ONCE = 100_000;

/** The clients who have saved once. */
const ORIGINALS = sql`(select client_id from records where revision = 1 and client_id not like '%-%')`;

/**
 * Copies the rows of all clients who have saved once, until there are about `wanted` clients: as large as real ones,
 * but made much faster. Copies cannot sign in, and their answers cannot be decrypted.
 */
export async function copyClients(engine: Engine, wanted: number): Promise<void> {
  const originals = await count(engine, sql`client_id in ${ORIGINALS}`);
  const there = await count(engine, sql`1 = 1`);
  // clients who have saved again since have fewer copies
  const copied = await count(
    engine,
    sql`client_id like (select min(client_id) from ${ORIGINALS} as originals) || '-%'`,
  );
  const last = copied + Math.max(0, Math.round((wanted - there) / originals));
  const { foldTallies } = clientTallyQueries(engine);
  for (let first = copied + 1; first <= last; first += COPIES_AT_ONCE) {
    const end = Math.min(last, first + COPIES_AT_ONCE - 1);
    for (const name of Object.keys(TABLES) as (keyof typeof TABLES)[])
      await engine.write((db) => copyRows(db, name, { first, last: end }));
    // as the server does each hour
    if (end === last || (end - copied) % FOLDED_EVERY === 0) await foldTallies(FACTS_AT_ONCE);
  }
}

async function copyRows(
  db: Kysely<Tables>,
  name: keyof typeof TABLES,
  { first, last }: { first: number; last: number },
): Promise<void> {
  const { owner, ids } = TABLES[name];
  const { rows } = await sql<object>`select * from ${sql.table(name)} limit 1`.execute(db);
  const columns = Object.keys(rows[0] ?? {});
  const values = columns.map((column) =>
    ids.includes(column) ? sql`${sql.ref(column)} || '-' || n` : sql.ref(column),
  );
  await sql`
    with recursive numbers (n) as (
      select cast(${first} as integer) union all select n + 1 from numbers where n < cast(${last} as integer)
    )
    insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    select ${sql.join(values)} from ${sql.table(name)} cross join numbers
    where ${sql.ref(owner)} in ${ORIGINALS}
  `.execute(db);
}

async function count(engine: Engine, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await engine.read((db) =>
    sql<{ n: number }>`select count(*) as n from clients where ${which}`.execute(db),
  );
  return Number(rows[0]?.n);
}
