import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { HOUR_MS } from "#contract/instants.ts";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import { CHECKS_TIME_LIMIT_MS, type Check, type Checks } from "#contract/manage/checks.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { call } from "../api/call.ts";

const CHECKS = ["checks"];
/** Longer than the server's own time limit for the checks. */
const TIMEOUT_MS = CHECKS_TIME_LIMIT_MS + 5_000;

/** The results of the server's checks, refreshed every hour. */
export function useChecks({ role }: Pick<CurrentManager, "role">) {
  return useQuery<Checks>({
    queryKey: CHECKS,
    queryFn: () => call(manageEndpoints.readChecks, { timeoutMs: TIMEOUT_MS }),
    enabled: role === "administrator",
    staleTime: HOUR_MS,
    refetchInterval: HOUR_MS,
  });
}

export function useRepeatChecks() {
  const queries = useQueryClient();
  return useMutation<Checks, Error, void>({
    mutationFn: () => call(manageEndpoints.repeatChecks, { timeoutMs: TIMEOUT_MS }),
    onSuccess: (checks) => queries.setQueryData(CHECKS, checks),
  });
}

export function failedIn(checks: Check[] = []): number {
  return checks.filter(({ state }) => state === "failed").length;
}
