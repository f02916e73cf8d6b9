import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Role } from "#contract/manage/accounts.ts";

/** Whose clients are visible: one manager's, or all. */
export type Scope = { managerId: string } | "all";

/** A condition for a query on the table of clients. */
export function isWithin(scope: Scope): RawBuilder<SqlBool> {
  return scope === "all" ? sql<SqlBool>`1 = 1` : sql<SqlBool>`clients.manager_id = ${scope.managerId}`;
}

/** A manager and the role: administrators also look after clients without a manager. */
export type ResponsibleManager = { managerId: string; role: Role };

/** Whether this manager looks after a client with that manager id. */
export function isResponsibleFor(
  { managerId, role }: ResponsibleManager,
  clientManagerId: string | null,
): boolean {
  return clientManagerId === null ? role === "administrator" : clientManagerId === managerId;
}

/** Like `isResponsibleFor`, as a condition for a query on the table of clients. */
export function isLookedAfterBy({ managerId, role }: ResponsibleManager): RawBuilder<SqlBool> {
  const own = sql<SqlBool>`clients.manager_id = ${managerId}`;
  return role === "administrator" ? sql<SqlBool>`(${own} or clients.manager_id is null)` : own;
}
