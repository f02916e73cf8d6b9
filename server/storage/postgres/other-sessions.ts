import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";

/** A session ends shortly after its process. */
const GONE_WITHIN_MS = 2_000;
const LOOK_AGAIN_MS = 100;

/**
 * Names other sessions that may write to the database, such as `firsthand from 10.0.0.5`: those of the same role, and
 * those with the application name of our servers. This engine has one connection, so every other session belongs to
 * another process.
 */
export async function otherSessions({ read }: Engine): Promise<string[]> {
  const end = performance.now() + GONE_WITHIN_MS;
  for (;;) {
    const found = await read(sessionsNow);
    if (found.length === 0 || performance.now() > end) return found;
    await setTimeout(LOOK_AGAIN_MS);
  }
}

async function sessionsNow(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; host: string | null }>`
    select distinct coalesce(nullif(application_name, ''), 'an unnamed program') as name, host(client_addr) as host
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and (usename = current_user or application_name = 'firsthand')
    order by 1, 2
  `.execute(db);
  return rows.map(({ name, host }) => `${name} from ${host ?? "the database's own machine"}`);
}
