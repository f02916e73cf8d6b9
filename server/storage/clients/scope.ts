import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Role } from "#contract/manage/accounts.ts";

/** Whose clients may be seen: those of one manager, or all. */
export type Scope = { managerId: string } | "all";

/** For a query with the table of clients in it. */
export function isWithin(scope: Scope): RawBuilder<SqlBool> {
  return scope === "all" ? sql<SqlBool>`1 = 1` : sql<SqlBool>`clients.manager_id = ${scope.managerId}`;
}

/** A manager, and whether clients of nobody are theirs to look after. */
export type Keeper = { managerId: string; role: Role };

/** Whether a client is the manager's own; a client of nobody is the administrators'. For a query like the one above. */
export function isKeptBy({ managerId, role }: Keeper): RawBuilder<SqlBool> {
  const own = sql<SqlBool>`clients.manager_id = ${managerId}`;
  return role === "administrator" ? sql<SqlBool>`(${own} or clients.manager_id is null)` : own;
}
