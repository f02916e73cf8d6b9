import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { doneSchema } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { endedSessionsSchema, type ListedSession, managerSessionsSchema } from "#contract/manage/sessions.ts";
import { call } from "../api/call.ts";

const SESSIONS = ["sessions"];

export function useSessions() {
  return useQuery<ListedSession[]>({
    queryKey: SESSIONS,
    async queryFn() {
      const listed = await call({ endpoint: manageEndpoints.listOwnSessions, schema: managerSessionsSchema });
      return listed.sessions;
    },
  });
}

export function useEndSession() {
  const queries = useQueryClient();
  return useMutation<object, Error, string>({
    mutationFn: (sessionId) =>
      call({ endpoint: manageEndpoints.endOwnSession, schema: doneSchema, params: { sessionId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: SESSIONS }),
  });
}

export function useEndOtherSessions() {
  const queries = useQueryClient();
  return useMutation<{ ended: number }, Error, void>({
    mutationFn: () => call({ endpoint: manageEndpoints.endOwnOtherSessions, schema: endedSessionsSchema }),
    onSuccess: () => queries.invalidateQueries({ queryKey: SESSIONS }),
  });
}
