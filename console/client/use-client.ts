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

/** The client as they are now; nobody once they are erased, or another manager's. */
export function useClient(clientId: string): QueryState<Client> {
  const { data, error, refetch } = useQuery<Client>({
    queryKey: [CLIENTS, clientId],
    queryFn: () => call(manageEndpoints.findClient, { params: { clientId } }),
    refetchInterval: ({ state }) => (isClientGone(state.error) ? false : LIVE_MS),
  });
  return { data: isClientGone(error) ? undefined : data, error, refetch };
}

/** The client is not there, or another manager’s. */
export function isClientGone(error: Error | null): boolean {
  return error instanceof CallFailure && error.code === "NOT_FOUND";
}

/** `record`: as the server has validated it. */
type ReadRecord = Omit<ManagedRecord, "data"> & { record: ClientRecord };

/** The client's record, fetched again where it has changed or a recording is on its way. */
export function useRecord({ clientId, changedAt, submittedAt }: Client): QueryState<ReadRecord> {
  return useQuery({
    queryKey: [CLIENTS, clientId, "record", changedAt, submittedAt],
    queryFn: () => call(manageEndpoints.readRecord, { params: { clientId } }),
    placeholderData: (before) => before,
    // what becomes of a recording without words does not change the record
    refetchInterval: ({ state }) => (state.data?.takes.some(isUnderWay) ? LIVE_MS : false),
    select: ({ data, ...facts }: ManagedRecord) => ({ ...facts, record: data as ClientRecord }),
  });
}

function isUnderWay({ state }: Take): boolean {
  return state === "receiving" || state === "queued";
}

/** Everything the client has answered, as a brief of this moment. */
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

/** One session, or all of them. */
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

/** `onErased` leaves the client's page, which has nobody to show from then on. */
export function useEraseClient(clientId: string, onErased: () => void) {
  const params = { clientId };
  return useClientAct<{ name: string }, { isWhole: boolean }>(async (body) => {
    const erased = await call(manageEndpoints.eraseClient, { params, body });
    onErased();
    return erased;
  });
}

/**
 * A call that changes something about a client; whatever is shown of clients is asked for again, also where it was refused
 * because somebody else was faster.
 */
export function useClientAct<Sent, Answer>(
  act: (sent: Sent) => Promise<Answer>,
  onShown?: (sent: Sent) => void,
  /** What has been read again when `onShown` is called. */
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
