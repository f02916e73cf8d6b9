import { useQuery } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { Overview, SectionTimes } from "#contract/manage/overview.ts";
import { useLanguage } from "../../web/ui/language/use-language.ts";
import { call } from "../api/call.ts";
import { LIVE_MS } from "../api/queries.ts";
import { CLIENTS } from "../clients/use-clients.ts";

const TIMES_EVERY_MS = 60_000;

/** Kept up to date while it is looked at. */
export function useOverview() {
  return useQuery<Overview>({
    queryKey: [CLIENTS, "overview"],
    queryFn: () => call(manageEndpoints.overview),
    refetchInterval: LIVE_MS,
  });
}

/** They are measured every few minutes only. */
export function useSectionTimes() {
  return useQuery<SectionTimes>({
    queryKey: ["section-times", useLanguage()],
    queryFn: () => call(manageEndpoints.sectionTimes),
    refetchInterval: TIMES_EVERY_MS,
  });
}
