import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { CallFailure } from "./call-failure.ts";

export const ME = ["me"];
/** Lists are refetched at this interval while the page is visible (decision 16). */
export const LIVE_MS = 3_000;
const TRIES = 2;

/** Creates the cache of server data. A call that finds the session ended signs the user out. */
export function createQueries(): QueryClient {
  const onError = (error: Error) => {
    if (isSignedOut(error)) queries.setQueryData(ME, null);
  };
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // retry only network failures: the server would answer the same again
        retry: (failures, error) => failures < TRIES && !(error instanceof CallFailure && error.status > 0),
      },
    },
  });
  return queries;
}

function isSignedOut(error: Error): boolean {
  return error instanceof CallFailure && error.code === "UNAUTHORIZED";
}
