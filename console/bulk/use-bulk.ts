import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Bulk, BulkRequest } from "#contract/manage/bulk.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { call } from "../api/call.ts";
import { CLIENTS } from "../clients/use-clients.ts";
import { isUnderWay } from "./is-under-way.ts";

const EVERY_MS = 1_000;
/** In the cache, so that an act is still followed after a visit to another page, and forgotten with the session. */
const FOLLOWED = ["followed-bulk"];

/** `at`: epoch milliseconds of this device. */
type Followed = { bulkId: string; at: number };

/** Under one key, so that an act whose answer was lost does not start again. */
export const startBulk = (body: BulkRequest) => call(manageEndpoints.startBulk, { body, isOnce: true });

/** One act on many clients: it is started, followed to its end, stopped, and undone. */
export function useBulk() {
  const queries = useQueryClient();
  const { data: followed } = useQuery<Followed | null>({
    queryKey: FOLLOWED,
    queryFn: () => null,
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const bulkId = followed?.bulkId ?? "";
  const key = ["bulk", bulkId];
  const params = { bulkId };
  const found = useQuery<Bulk>({
    queryKey: key,
    queryFn: () => call(manageEndpoints.findBulk, { params }),
    enabled: bulkId !== "",
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? false : EVERY_MS),
    refetchIntervalInBackground: true,
  });
  useFreshClients(found.data);

  const show = (bulk: Bulk) => queries.setQueryData(key, bulk);
  const start = useMutation({ mutationFn: startBulk });
  const stop = useMutation({ mutationFn: () => call(manageEndpoints.stopBulk, { params }), onSuccess: show });
  const undo = useMutation({ mutationFn: () => call(manageEndpoints.undoBulk, { params }), onSuccess: show });

  const follow = (startedId: string) => {
    for (const act of [start, stop, undo]) act.reset();
    queries.setQueryData<Followed>(FOLLOWED, { bulkId: startedId, at: Date.now() });
  };
  /** Shows nothing of the act any more. */
  const leave = () => {
    for (const act of [start, stop, undo]) act.reset();
    queries.setQueryData(FOLLOWED, null);
  };
  const bulk = followed ? found.data : undefined;
  return {
    bulk,
    /** Until when it can be undone, by the clock of this device. */
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

/** The server's clock may be another one: what counts is how long after the start. */
function onThisClock({ startedAt, undoUntil }: Bulk, startedHere: number): number | undefined {
  if (undoUntil === null) return undefined;
  return startedHere + Date.parse(undoUntil) - Date.parse(startedAt);
}

/** Whatever is shown of clients is asked for again once an act is over or undone. */
function useFreshClients(bulk: Bulk | undefined): void {
  const queries = useQueryClient();
  const isOver = bulk !== undefined && !isUnderWay(bulk);
  const state = bulk?.state;
  useEffect(() => {
    if (state && isOver) void queries.invalidateQueries({ queryKey: [CLIENTS] });
  }, [queries, state, isOver]);
}
