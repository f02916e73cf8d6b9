import { useQuery } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import {
  type Overview,
  overviewSchema,
  type SectionTimes,
  sectionTimesSchema,
} from "#contract/manage/overview.ts";
import { useLanguage } from "../../web/ui/language/use-language.ts";
import { call } from "../api/call.ts";
import { LIVE_MS } from "../api/queries.ts";
import { CLIENTS } from "../clients/use-clients.ts";

const TIMES_EVERY_MS = 60_000;

/** Kept up to date while it is looked at. */
export function useOverview() {
  return useQuery<Overview>({
    queryKey: [CLIENTS, "overview"],
    queryFn: () => call({ endpoint: manageEndpoints.overview, schema: overviewSchema }),
    refetchInterval: LIVE_MS,
  });
}

/** They are measured every few minutes only. */
export function useSectionTimes() {
  return useQuery<SectionTimes>({
    queryKey: ["section-times", useLanguage()],
    queryFn: () => call({ endpoint: manageEndpoints.sectionTimes, schema: sectionTimesSchema }),
    refetchInterval: TIMES_EVERY_MS,
  });
}
