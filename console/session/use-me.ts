import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type CurrentManager,
  type ForgotPasswordAnswer,
  forgotPasswordAnswerSchema,
} from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { SignInResult } from "#contract/manage/second-factor.ts";
import { call } from "../api/call.ts";
import { ME } from "../api/queries.ts";
import { forgetAnswers } from "../api/tagged-answers.ts";

/** The signed-in manager; null if signed out. */
export const meQuery = queryOptions<CurrentManager | null>({
  queryKey: ME,
  async queryFn() {
    const found = await call(manageEndpoints.findSession, { tellsTimeZone: true });
    return found.me;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export function useMe() {
  return useQuery(meQuery);
}

type OnSecondStep = (stepToken: string) => void;

/** Signs in with an email address and a password. If a code is required too, sign-in waits for the code. */
export function useSignIn(onSecondStep: OnSecondStep) {
  return useSignInMutation<{ email: string; password: string }>(
    (body) => call(manageEndpoints.signIn, { body, tellsTimeZone: true }),
    onSecondStep,
  );
}

/** Requests a password link by email. The answer is the same for every address. */
export function useForgotPassword() {
  return useMutation<ForgotPasswordAnswer, Error, string>({
    mutationFn: (email) =>
      call({ ...manageEndpoints.forgotPassword, data: forgotPasswordAnswerSchema }, { body: { email } }),
  });
}

/** Sets a new password with a link's token, and signs in. */
export function useSetPassword(onSecondStep: OnSecondStep) {
  return useSignInMutation<{ token: string; password: string }>(
    (body) => call(manageEndpoints.useLink, { body, tellsTimeZone: true }),
    onSecondStep,
  );
}

function useSignInMutation<Sent>(enter: (sent: Sent) => Promise<SignInResult>, onSecondStep: OnSecondStep) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: enter,
    onSuccess(entered) {
      if ("stepToken" in entered) onSecondStep(entered.stepToken);
      else queries.setQueryData(ME, entered);
    },
  });
}

/** Completes a sign-in with the second-factor code. */
export function usePassSecondStep(onPassed: () => void) {
  const queries = useQueryClient();
  return useMutation<CurrentManager, Error, { stepToken: string; code: string }>({
    mutationFn: (body) => call(manageEndpoints.passSecondStep, { body, tellsTimeZone: true }),
    onSuccess(me) {
      queries.setQueryData(ME, me);
      onPassed();
    },
  });
}

export function useSignOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(manageEndpoints.signOut),
    onSuccess() {
      queries.setQueryData(ME, null);
      // removes all loaded data from memory
      forgetAnswers();
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] });
    },
  });
}
