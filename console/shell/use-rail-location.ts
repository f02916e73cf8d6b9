import { useLocation, useSearchParams } from "wouter";
import type { ClientFilter } from "#contract/manage/clients.ts";

/** The current location: a page, a filter of the client list, or a saved view. */
export type RailLocation = { path: string; filter: ClientFilter | undefined; viewId: string | undefined };

export function useRailLocation(): RailLocation {
  const [path] = useLocation();
  const [params] = useSearchParams();
  if (path !== "/") return { path, filter: undefined, viewId: undefined };
  const viewId = params.get("view") ?? undefined;
  const filter = viewId === undefined ? ((params.get("filter") ?? "all") as ClientFilter) : undefined;
  return { path, filter, viewId };
}
