import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Role } from "#contract/manage/accounts.ts";

/** Whose clients may be seen: those of one manager, or all. */
export type Scope = { managerId: string } | "all";

/** For a query with the table of clients in it. */
export function isWithin(scope: Scope): RawBuilder<SqlBool> {
  return scope === "all" ? sql<SqlBool>`1 = 1` : sql<SqlBool>`clients.manager_id = ${scope.managerId}`;
}

/** A manager, with the role: clients without a manager are the administrators' to look after. */
export type Keeper = { managerId: string; role: Role };

/** Whether a client with that manager is theirs to look after. */
export function keeps({ managerId, role }: Keeper, clientManagerId: string | null): boolean {
  return clientManagerId === null ? role === "administrator" : clientManagerId === managerId;
}

/** The same as a condition, for a query like the one above. */
export function isKeptBy({ managerId, role }: Keeper): RawBuilder<SqlBool> {
  const own = sql<SqlBool>`clients.manager_id = ${managerId}`;
  return role === "administrator" ? sql<SqlBool>`(${own} or clients.manager_id is null)` : own;
}
