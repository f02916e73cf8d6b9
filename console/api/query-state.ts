/** What the server was asked for: awaited, come, or failed; what had come before stays beside a failure. */
export type QueryState<Data> = {
  data: Data | undefined;
  error: Error | null;
  refetch: () => unknown;
};

/** Whether nothing more comes soon: it has come, has failed, or waits for a connection. */
export function isSettled({ isPending, fetchStatus }: { isPending: boolean; fetchStatus: string }): boolean {
  return !isPending || fetchStatus === "paused";
}

/** What takes two answers to make. */
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
