import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Take } from "#contract/api/calls.ts";
import { type Brief, briefOf } from "#contract/manage/answers/brief.ts";
import type { Client, IssuedAccessKey, ManagedRecord, SetPin } from "#contract/manage/clients.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { call } from "../api/call.ts";
import { CallFailure, isOvertaken } from "../api/call-failure.ts";
import { LIVE_MS } from "../api/queries.ts";
import { combineQueries, type QueryState } from "../api/query-state.ts";
import { whenRead } from "../api/when-read.ts";
import { CLIENTS } from "../clients/use-clients.ts";
import { useInterview } from "../interviews/use-interviews.ts";

/** The client, refreshed continuously. `isGone`: erased, or with another manager, who may give the client back. */
export function useClient(clientId: string): QueryState<Client> & { isGone: boolean } {
  const { data, error, refetch } = useQuery<Client | null>({
    queryKey: [CLIENTS, clientId],
    // null replaces what was loaded before, so that a later failure does not show it again
    queryFn: () => call(manageEndpoints.findClient, { params: { clientId } }).catch(nullIfNotFound),
    refetchInterval: LIVE_MS,
  });
  return { data: data ?? undefined, isGone: data === null, error, refetch };
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof CallFailure && error.code === "NOT_FOUND") return null;
  throw error;
}

/** `record` is the server's `data`, which the server has validated. */
type ReadRecord = Omit<ManagedRecord, "data"> & { record: ClientRecord };

/** The client's record. Refetched when it changes, and polled while a recording is being uploaded or transcribed. */
export function useRecord({ clientId, changedAt, submittedAt }: Client): QueryState<ReadRecord> {
  return useQuery({
    queryKey: [CLIENTS, clientId, "record", changedAt, submittedAt],
    queryFn: () => call(manageEndpoints.readRecord, { params: { clientId } }),
    placeholderData: (before) => before,
    // a transcription without words leaves the record unchanged, so only polling shows its outcome
    refetchInterval: ({ state }) => (state.data?.takes.some(isUnderWay) ? LIVE_MS : false),
    select: ({ data, ...facts }: ManagedRecord) => ({ ...facts, record: data as ClientRecord }),
  });
}

function isUnderWay({ state }: Take): boolean {
  return state === "receiving" || state === "queued";
}

/** Everything the client has answered so far, as a brief. */
export function useBrief(client: Client): QueryState<Brief> {
  const { clientId, name: clientName, interview: asked } = client;
  const named = { id: asked.interviewId, name: asked.name, version: asked.version };
  return combineQueries(useInterview(client), useRecord(client), (interview, read) => {
    const { takes, earlierInterviews: interviews, changedAt: savedAt, ...facts } = read;
    const briefed = { ...facts, clientId, clientName, interview: named, savedAt };
    return briefOf(interview, briefed, { takes, interviews });
  });
}

export function useIssueKey(clientId: string) {
  const params = { clientId };
  return useClientAct<void, IssuedAccessKey>(() => call(manageEndpoints.issueKey, { params, body: {} }));
}

export function useRevokeKey(clientId: string) {
  return useClientAct<string, object>((keyId) =>
    call(manageEndpoints.revokeKey, { params: { clientId, keyId } }),
  );
}

/** Ends one session, or all sessions if no session ID is given. */
export function useEndSessions(clientId: string) {
  return useClientAct<string | undefined, object>((sessionId) =>
    sessionId === undefined
      ? call(manageEndpoints.endClientSessions, { params: { clientId } })
      : call(manageEndpoints.endClientSession, { params: { clientId, sessionId } }),
  );
}

export function useSetPin(clientId: string) {
  const params = { clientId };
  return useClientAct<void, SetPin>(() => call(manageEndpoints.setPin, { params }));
}

export function useRemovePin(clientId: string) {
  const params = { clientId };
  return useClientAct<void, object>(() => call(manageEndpoints.removePin, { params }));
}

/** `onErased` navigates away from the page of the client, who no longer exists. */
export function useEraseClient(clientId: string, onErased: () => void) {
  const params = { clientId };
  return useClientAct<{ name: string }, { isWhole: boolean }>(async (body) => {
    const erased = await call(manageEndpoints.eraseClient, { params, body });
    onErased();
    return erased;
  });
}

/**
 * A mutation that changes a client. All client queries are refetched afterward, also if the call was refused because
 * somebody else acted first.
 */
export function useClientAct<Sent, Answer>(
  act: (sent: Sent) => Promise<Answer>,
  onShown?: (sent: Sent) => void,
  /** This query is fresh again before `onShown` is called. */
  shownIn?: QueryKey,
) {
  const queries = useQueryClient();
  return useMutation<Answer, Error, Sent>({
    mutationFn: act,
    onSuccess: async (_answer, sent) => {
      await queries.invalidateQueries({ queryKey: [CLIENTS] });
      if (shownIn) await whenRead(queries, shownIn);
      onShown?.(sent);
    },
    onError: async (error) => {
      if (isOvertaken(error)) await queries.invalidateQueries({ queryKey: [CLIENTS] });
    },
  });
}
