import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { ListedSession } from "#contract/manage/sessions.ts";
import { call } from "../api/call.ts";

const SESSIONS = ["sessions"];

export function useSessions() {
  return useQuery<ListedSession[]>({
    queryKey: SESSIONS,
    async queryFn() {
      const listed = await call(manageEndpoints.listOwnSessions);
      return listed.sessions;
    },
  });
}

export function useNameSession() {
  const queries = useQueryClient();
  return useMutation<object, Error, { sessionId: string; label: string | null }>({
    mutationFn: ({ sessionId, label }) =>
      call(manageEndpoints.nameOwnSession, { params: { sessionId }, body: { label } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: SESSIONS }),
  });
}

export function useEndSession() {
  const queries = useQueryClient();
  return useMutation<object, Error, string>({
    mutationFn: (sessionId) => call(manageEndpoints.endOwnSession, { params: { sessionId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: SESSIONS }),
  });
}

export function useEndOtherSessions() {
  const queries = useQueryClient();
  return useMutation<{ ended: number }, Error, void>({
    mutationFn: () => call(manageEndpoints.endOwnOtherSessions),
    onSuccess: () => queries.invalidateQueries({ queryKey: SESSIONS }),
  });
}
