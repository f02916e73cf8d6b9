/**
 * Single flight: a caller with the key of work in progress gets its result or its failure, so that simultaneous
 * requests for one expensive figure compute it once. `key` must contain all that the result depends on, except the
 * time.
 */
export function singleFlight<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const underWay = new Map<string, Promise<Result>>();
  return (key, work) => {
    const known = underWay.get(key);
    if (known) return known;
    const begun = work().finally(() => underWay.delete(key));
    underWay.set(key, begun);
    return begun;
  };
}
