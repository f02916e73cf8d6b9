/** A query that is pending, loaded or failed. Data that was loaded earlier stays after a failed refetch. */
export type QueryState<Data> = {
  data: Data | undefined;
  error: Error | null;
  refetch: () => unknown;
};

/** Whether the query has loaded, has failed, or is paused because the browser is offline. */
export function isSettled({ isPending, fetchStatus }: { isPending: boolean; fetchStatus: string }): boolean {
  return !isPending || fetchStatus === "paused";
}

/** Combines two queries into one, which has data once both have. */
export function combineQueries<First, Second, Data>(
  first: QueryState<First>,
  second: QueryState<Second>,
  make: (first: First, second: Second) => Data,
): QueryState<Data> {
  const isThere = first.data !== undefined && second.data !== undefined;
  return {
    data: isThere ? make(first.data as First, second.data as Second) : undefined,
    error: first.error ?? second.error,
    refetch: () => [first, second].filter(({ error }) => error).map(({ refetch }) => refetch()),
  };
}
