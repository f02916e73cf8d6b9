/**
 * Who asks for work while the same is under way gets its result, or its failure: of several who look at the same large figure
 * at once, one is counted for. `key` is all that the result depends on but the time.
 */
export function shareWork<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const underWay = new Map<string, Promise<Result>>();
  return (key, work) => {
    const known = underWay.get(key);
    if (known) return known;
    const begun = work().finally(() => underWay.delete(key));
    underWay.set(key, begun);
    return begun;
  };
}
