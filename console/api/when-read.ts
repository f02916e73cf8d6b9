import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Settles when what is shown from a key is as new as the server's: without a network that is later, and words that left their
 * box before would be nowhere.
 */
export async function whenRead(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  // a page that was left does not ask again
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
