import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Whose clients may be seen: those of one manager, or all. */
export type Scope = { managerId: string } | "all";

/** For a query with the table of clients in it. */
export function isWithin(scope: Scope): RawBuilder<SqlBool> {
  return scope === "all" ? sql<SqlBool>`1 = 1` : sql<SqlBool>`clients.manager_id = ${scope.managerId}`;
}
