import { Kysely, PostgresDialect, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db, Tables } from "../engine/schema.ts";
import type { Hosts } from "./postgres-hosts.ts";

export function kyselyOn(hosts: Hosts): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: hosts }) });
}

export function placeAmong(value: RawBuilder<number>, starts: readonly number[]): RawBuilder<number> {
  const all = sql.join(starts.map((start) => sql.lit(start)));
  return sql`(width_bucket(${value}, array[${all}]::bigint[]) - 1)`;
}

/** From any other type than a boolean, the planner would expect a group for each value of the column. */
export function isSet(column: string): RawBuilder<boolean> {
  return sql`(${sql.ref(column)} is not null)`;
}

export function holds(whole: RawBuilder<unknown>, part: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`strpos(${whole}, ${part}) > 0`;
}
