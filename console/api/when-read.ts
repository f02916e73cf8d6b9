import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Resolves once no query under the key is stale; offline, that is after reconnecting. Callers clear typed text only
 * then, so that the text is always visible somewhere.
 */
export async function whenRead(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  // queries without a mounted component are not refetched automatically
  await queries.refetchQueries({ queryKey, type: "inactive" });
  const cache = queries.getQueryCache();
  const isBehind = () => cache.findAll({ queryKey }).some(({ state }) => state.isInvalidated);
  if (!isBehind()) return;
  await new Promise<void>((settle) => {
    const unsubscribe = cache.subscribe(() => {
      if (isBehind()) return;
      unsubscribe();
      settle();
    });
  });
}
