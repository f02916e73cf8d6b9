import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { doneSchema, foundSessionSchema, type Me, meSchema } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { type Entered, enteredSchema } from "#contract/manage/second-factor.ts";
import { call } from "../api/call.ts";
import { ME } from "../api/queries.ts";

/** Whoever is signed in; null where nobody is. */
export function useMe() {
  return useQuery<Me | null>({
    queryKey: ME,
    async queryFn() {
      const found = await call({ endpoint: manageEndpoints.findSession, schema: foundSessionSchema });
      return found.me;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

type Entering = {
  endpoint: typeof manageEndpoints.signIn | typeof manageEndpoints.useLink;
  /** A code is still asked for; until it has come, nobody is signed in. */
  onSecondStep: (stepToken: string) => void;
};

/** What is sent to come in: e-mail address and password, or a link's token and a new password. */
export function useEntering<Sent>({ endpoint, onSecondStep }: Entering) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Sent) => call<Entered>({ endpoint, schema: enteredSchema, body }),
    onSuccess(entered) {
      if ("stepToken" in entered) onSecondStep(entered.stepToken);
      else queries.setQueryData(ME, entered);
    },
  });
}

/** The code that was still asked for. */
export function usePassSecondStep(onPassed: () => void) {
  const queries = useQueryClient();
  return useMutation<Me, Error, { stepToken: string; code: string }>({
    mutationFn: (body) => call({ endpoint: manageEndpoints.passSecondStep, schema: meSchema, body }),
    onSuccess(me) {
      queries.setQueryData(ME, me);
      onPassed();
    },
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
