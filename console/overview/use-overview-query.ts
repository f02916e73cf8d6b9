import { useSearchParams } from "wouter";
import * as z from "zod/mini";
import { daySchema } from "#contract/manage/clients.ts";
import { type OverviewQuery, overviewQuerySchema } from "#contract/manage/overview.ts";

export const periods = ["30", "90", "365", "all", "own"] as const;
export type Period = (typeof periods)[number];
const USUAL: Period = "90";

/** The filters in the filter bar. `from` and `to` apply to a custom period. */
export type OverviewFilter = Pick<OverviewQuery, "from" | "to" | "manager" | "tag" | "interview"> & {
  period: Period;
};
type Change = { [Name in keyof OverviewFilter]?: OverviewFilter[Name] | undefined };

/** The filters are in the URL, so that a reload, a bookmark or Back restores them. */
export function useOverviewQuery() {
  const [params, setParams] = useSearchParams();
  const filter: OverviewFilter = {
    period: periods.find((each) => each === params.get("period")) ?? USUAL,
    from: dayIn(params, "from"),
    to: dayIn(params, "to"),
    manager: wordIn(params, "manager"),
    tag: wordIn(params, "tag"),
    interview: wordIn(params, "interview"),
  };
  const change = (changed: Change) => setParams(paramsOf({ ...filter, ...changed }));
  return { filter, query: queryOf(filter), change };
}

function paramsOf({ period, from, to, ...rest }: Change): [string, string][] {
  const days = period === "own" ? { from, to } : {};
  const all = { period: period === USUAL ? undefined : period, ...days, ...rest };
  return Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}

/** Swaps `from` and `to` if they are in the wrong order. */
function queryOf({ period, from, to, ...who }: OverviewFilter): OverviewQuery {
  if (period === "all") return who;
  if (period !== "own") return { days: Number(period), ...who };
  const isTurned = from !== undefined && to !== undefined && from > to;
  return isTurned ? { from: to, to: from, ...who } : { from, to, ...who };
}

function dayIn(params: URLSearchParams, name: "from" | "to"): string | undefined {
  const parsed = z.safeParse(daySchema, params.get(name));
  return parsed.success ? parsed.data : undefined;
}

function wordIn(params: URLSearchParams, name: "manager" | "tag" | "interview"): string | undefined {
  const parsed = z.safeParse(overviewQuerySchema.shape[name], params.get(name) ?? undefined);
  return parsed.success ? parsed.data : undefined;
}
