import { useQuery } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { Thread, Threads } from "#contract/manage/follow-ups.ts";
import { call } from "../../api/call.ts";
import { LIVE_MS } from "../../api/queries.ts";
import { CLIENTS } from "../../clients/use-clients.ts";
import { useClientAct } from "../use-client.ts";

/** A client's question. */
export type ThreadName = { clientId: string; questionId: string };

/** What was asked and approved, question by question, as it is now. */
export function useThreads(clientId: string): { threads: Thread[]; error: Error | null } {
  const { data, error } = useQuery<Threads>({
    queryKey: [CLIENTS, clientId, "threads"],
    queryFn: () => call(manageEndpoints.listThreads, { params: { clientId } }),
    refetchInterval: LIVE_MS,
  });
  // what has come stays; that it may be old is the page's to say
  return { threads: data?.threads ?? [], error: data ? null : error };
}

export function useAskBack(params: ThreadName) {
  return useClientAct<{ text: string }, object>((body) => call(manageEndpoints.askBack, { params, body }));
}

export function useTakeBack(params: ThreadName) {
  return useClientAct<void, object>(() => call(manageEndpoints.takeBack, { params }));
}

export function useApprove(params: ThreadName) {
  return useClientAct<{ revision: number }, object>((body) =>
    call(manageEndpoints.approve, { params, body }),
  );
}

export function useUnapprove(params: ThreadName) {
  return useClientAct<void, object>(() => call(manageEndpoints.unapprove, { params }));
}
