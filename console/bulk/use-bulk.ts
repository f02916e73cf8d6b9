import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { BulkJob, BulkRequest } from "#contract/manage/bulk.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { call } from "../api/call.ts";
import { CLIENTS } from "../clients/use-clients.ts";
import { isUnderWay } from "./is-under-way.ts";

const EVERY_MS = 1_000;
/** In the query cache, so that an action is still shown after a visit to another page, and forgotten on sign-out. */
const FOLLOWED = ["followed-bulk"];

/** `at` is when the action started, in epoch milliseconds by this device's clock. */
type FollowedBulk = { bulkId: string; at: number };

/** With an idempotency key, so that retrying after a lost answer does not start the action twice. */
export const startBulk = (body: BulkRequest) => call(manageEndpoints.startBulk, { body, isOnce: true });

/** Starts, follows, stops and undoes one bulk action. */
export function useBulk() {
  const queries = useQueryClient();
  const { data: followed } = useQuery<FollowedBulk | null>({
    queryKey: FOLLOWED,
    queryFn: () => null,
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const bulkId = followed?.bulkId ?? "";
  const key = ["bulk", bulkId];
  const params = { bulkId };
  const found = useQuery<BulkJob>({
    queryKey: key,
    queryFn: () => call(manageEndpoints.findBulk, { params }),
    enabled: bulkId !== "",
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? false : EVERY_MS),
    refetchIntervalInBackground: true,
  });
  useFreshClients(found.data);

  const show = (bulk: BulkJob) => queries.setQueryData(key, bulk);
  const start = useMutation({ mutationFn: startBulk });
  const stop = useMutation({ mutationFn: () => call(manageEndpoints.stopBulk, { params }), onSuccess: show });
  const undo = useMutation({ mutationFn: () => call(manageEndpoints.undoBulk, { params }), onSuccess: show });

  const follow = (startedId: string) => {
    for (const act of [start, stop, undo]) act.reset();
    queries.setQueryData<FollowedBulk>(FOLLOWED, { bulkId: startedId, at: Date.now() });
  };
  /** Stops showing the action. */
  const leave = () => {
    for (const act of [start, stop, undo]) act.reset();
    queries.setQueryData(FOLLOWED, null);
  };
  const bulk = followed ? found.data : undefined;
  return {
    bulk,
    /** Until when the action can be undone, in epoch milliseconds by this device's clock. */
    undoUntil: bulk && followed ? onThisClock(bulk, followed.at) : undefined,
    isFollowing: followed !== null,
    error: start.error ?? stop.error ?? undo.error ?? (followed && found.error),
    start,
    follow,
    stop,
    undo,
    leave,
  };
}

/** Converts the time limit for undoing to this device's clock, which may differ from the server's. */
function onThisClock({ startedAt, undoUntil }: BulkJob, startedHere: number): number | undefined {
  if (undoUntil === null) return undefined;
  return startedHere + Date.parse(undoUntil) - Date.parse(startedAt);
}

/** Refetches all client queries once an action is done or undone. */
function useFreshClients(bulk: BulkJob | undefined): void {
  const queries = useQueryClient();
  const isOver = bulk !== undefined && !isUnderWay(bulk);
  const state = bulk?.state;
  useEffect(() => {
    if (state && isOver) void queries.invalidateQueries({ queryKey: [CLIENTS] });
  }, [queries, state, isOver]);
}
