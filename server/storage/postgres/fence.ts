import { sql } from "kysely";
import { FENCE } from "../engine/moving-mark.ts";
import type { Db } from "../engine/schema.ts";

/**
 * From the commit on, these tables reject all writes, even from a server that has the database open. SQLSTATE 25006 is
 * a standby's answer, so servers answer 503 and devices keep their answers. One statement undoes this.
 */
export async function fenceTables(db: Db, tables: string[]): Promise<void> {
  const fence = sql.ref(FENCE);
  await sql`drop function if exists ${fence}() cascade`.execute(db);
  await sql`
    create function ${fence}() returns trigger language plpgsql as $$ begin
      raise exception 'The installation has moved: the table "moving" says where' using errcode = '25006';
    end $$
  `.execute(db);
  for (const name of tables) {
    await sql`
      create trigger ${fence} before insert or update or delete or truncate on ${sql.table(name)}
      for each statement execute function ${fence}()
    `.execute(db);
  }
}
