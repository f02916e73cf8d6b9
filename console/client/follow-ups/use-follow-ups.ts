import { useQuery } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { ApprovedMany, FollowUps, ListedFollowUp } from "#contract/manage/follow-ups.ts";
import { call } from "../../api/call.ts";
import { LIVE_MS } from "../../api/queries.ts";
import { isSettled } from "../../api/query-state.ts";
import { CLIENTS } from "../../clients/use-clients.ts";
import { useClientAct } from "../use-client.ts";
import { useSendingDraft } from "./use-follow-up-draft.ts";

/** A client's question. */
export type FollowUpName = { clientId: string; questionId: string };

/** What was asked and approved, question by question, as it is now. */
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
  // what has come stays; that it may be old is the page's to say
  return { followUps: data?.followUps ?? [], error: data ? null : error, isSettled: isSettled(query) };
}

type Asked = { text: string; sendNow?: boolean };

/** `onSent` gets what was typed since, and is called also if another page has been opened meanwhile. */
export function useAskFollowUp(params: FollowUpName, onSent: (left: string) => void) {
  const draft = useSendingDraft(params);
  const ask = (body: Asked) =>
    draft.send(() => call(manageEndpoints.askFollowUp, { params, body, isOnce: true }));
  return useClientAct<Asked, object>(ask, ({ text }) => onSent(draft.sent(text)), keyOf(params.clientId));
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

/** Answers that were read in a revision. */
export type ReadAnswers = { revision: number; questions: string[] };

export function useApproveMany(clientId: string) {
  return useClientAct<ReadAnswers, ApprovedMany>((body) =>
    call(manageEndpoints.approveMany, { params: { clientId }, body }),
  );
}

export function useUnapproveMany(clientId: string) {
  return useClientAct<string[], ApprovedMany>((questions) =>
    call(manageEndpoints.unapproveMany, { params: { clientId }, body: { questions } }),
  );
}

function keyOf(clientId: string): string[] {
  return [CLIENTS, clientId, "follow-ups"];
}
