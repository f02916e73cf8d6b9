import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { doneSchema, type Me, meSchema } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { call } from "../api/call.ts";
import { isSignedOut, ME } from "../api/queries.ts";

/** Whoever is signed in; null where nobody is. */
export function useMe() {
  return useQuery<Me | null>({
    queryKey: ME,
    async queryFn() {
      try {
        return await call({ endpoint: manageEndpoints.me, schema: meSchema });
      } catch (error) {
        if (isSignedOut(error as Error)) return null;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What is sent to come in: e-mail address and password, or a link's token and a new password. */
export function useEntering<Sent>(endpoint: typeof manageEndpoints.signIn | typeof manageEndpoints.useLink) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Sent) => call({ endpoint, schema: meSchema, body }),
    onSuccess: (me) => queries.setQueryData(ME, me),
  });
}

export function useSignOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call({ endpoint: manageEndpoints.signOut, schema: doneSchema }),
    onSuccess() {
      queries.setQueryData(ME, null);
      // nothing of what was read stays on the page
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] });
    },
  });
}
