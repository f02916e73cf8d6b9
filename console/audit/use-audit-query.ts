import { useSearchParams } from "wouter";
import * as z from "zod/mini";
import { type AuditFilter, auditFilterSchema } from "#contract/manage/audit.ts";
import { daySchema } from "#contract/manage/clients.ts";
import { endOfDay, startOfDay } from "./audit-days.ts";

/** The filters in the filter bar. Days are in the reader's time zone. */
export type AuditFilters = Pick<AuditFilter, "actor" | "group" | "client"> & {
  from?: string | undefined;
  to?: string | undefined;
  hasAutomaticMail: boolean;
};
type Change = { [Name in keyof AuditFilters]?: AuditFilters[Name] | undefined };

/** The query to the server. */
export type AuditQuery = AuditFilter;

/** The filters are in the URL, so that a reload, a bookmark or Back restores them. */
export function useAuditQuery() {
  const [params, setParams] = useSearchParams();
  const filters: AuditFilters = {
    actor: valueIn(params, "actor"),
    group: valueIn(params, "group"),
    client: valueIn(params, "client"),
    from: dayIn(params, "from"),
    to: dayIn(params, "to"),
    hasAutomaticMail: params.get("mail") === "all",
  };
  const change = (changed: Change) => setParams(paramsOf({ ...filters, ...changed }));
  return { filters, query: queryOf(filters), change };
}

/** The URL of the audit trail with filters. */
export function auditAddress(filters: Change): string {
  return `/audit?${new URLSearchParams(paramsOf(filters))}`;
}

function paramsOf({ hasAutomaticMail, ...rest }: Change): [string, string][] {
  const all = { ...rest, mail: hasAutomaticMail ? "all" : undefined };
  return Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}

/** Swaps `from` and `to` if they are in the wrong order. */
function queryOf({ from, to, hasAutomaticMail, ...rest }: AuditFilters): AuditQuery {
  const [first, last] = from !== undefined && to !== undefined && from > to ? [to, from] : [from, to];
  return {
    ...rest,
    since: first && startOfDay(first),
    until: last && endOfDay(last),
    automaticMail: hasAutomaticMail ? "shown" : "hidden",
  };
}

function valueIn<Name extends "actor" | "group" | "client">(
  params: URLSearchParams,
  name: Name,
): AuditFilter[Name] | undefined {
  const parsed = z.safeParse(auditFilterSchema.shape[name], params.get(name) ?? undefined);
  return parsed.success ? (parsed.data as AuditFilter[Name]) : undefined;
}

function dayIn(params: URLSearchParams, name: "from" | "to"): string | undefined {
  const parsed = z.safeParse(daySchema, params.get(name));
  return parsed.success ? parsed.data : undefined;
}
