import { useQuery } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { ApprovedQuestions, FollowUps, ListedFollowUp } from "#contract/manage/follow-ups.ts";
import { call } from "../../api/call.ts";
import { LIVE_MS } from "../../api/queries.ts";
import { isSettled } from "../../api/query-state.ts";
import { CLIENTS } from "../../clients/use-clients.ts";
import { useClientAct } from "../use-client.ts";
import { useSendingDraft } from "./use-follow-up-draft.ts";

/** Identifies a client's question. */
export type FollowUpName = { clientId: string; questionId: string };

/** The follow-ups and approvals by question, refreshed continuously. */
export function useFollowUps(clientId: string): {
  followUps: ListedFollowUp[];
  error: Error | null;
  isSettled: boolean;
} {
  const query = useQuery<FollowUps>({
    queryKey: keyOf(clientId),
    queryFn: () => call(manageEndpoints.listFollowUps, { params: { clientId } }),
    refetchInterval: LIVE_MS,
  });
  const { data, error } = query;
  // loaded data stays after a failed refetch; the page itself says that it may be out of date
  return { followUps: data?.followUps ?? [], error: data ? null : error, isSettled: isSettled(query) };
}

type NewFollowUp = { text: string; sendNow?: boolean };

/** `onSent` gets the text typed since sending. It is called even if the user has gone to another page. */
export function useAskFollowUp(params: FollowUpName, onSent: (left: string) => void) {
  const draft = useSendingDraft(params);
  const ask = (body: NewFollowUp) =>
    draft.send(() => call(manageEndpoints.askFollowUp, { params, body, isOnce: true }));
  return useClientAct<NewFollowUp, object>(
    ask,
    ({ text }) => onSent(draft.sent(text)),
    keyOf(params.clientId),
  );
}

export function useWithdrawFollowUp(params: FollowUpName) {
  return useClientAct<void, object>(() => call(manageEndpoints.withdrawFollowUp, { params }));
}

export function useMailFollowUps(clientId: string) {
  return useClientAct<void, object>(() => call(manageEndpoints.mailFollowUps, { params: { clientId } }));
}

export function useApprove(params: FollowUpName) {
  return useClientAct<{ revision: number }, object>((body) =>
    call(manageEndpoints.approve, { params, body }),
  );
}

export function useUnapprove(params: FollowUpName) {
  return useClientAct<void, object>(() => call(manageEndpoints.unapprove, { params }));
}

/** Questions whose answers the manager read, and the record's revision at that time. */
export type ReadAnswers = { revision: number; questions: string[] };

export function useApproveMany(clientId: string) {
  return useClientAct<ReadAnswers, ApprovedQuestions>((body) =>
    call(manageEndpoints.approveMany, { params: { clientId }, body }),
  );
}

export function useUnapproveMany(clientId: string) {
  return useClientAct<string[], ApprovedQuestions>((questions) =>
    call(manageEndpoints.unapproveMany, { params: { clientId }, body: { questions } }),
  );
}

function keyOf(clientId: string): string[] {
  return [CLIENTS, clientId, "follow-ups"];
}
