import { useMutation, useQueryClient } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { SecondFactorProof, SecondFactorSecret } from "#contract/manage/second-factor.ts";
import { call } from "../api/call.ts";
import { ME } from "../api/queries.ts";

type RecoveryCodes = { recoveryCodes: string[] };

export function useBeginSecondFactor() {
  return useMutation<SecondFactorSecret, Error, string>({
    mutationFn: (password) => call(manageEndpoints.beginSecondFactor, { body: { password } }),
  });
}

/**
 * Does not refetch the account, because the recovery codes are still on the screen. `useFactorChanged` does that later.
 */
export function useConfirmSecondFactor() {
  return useMutation<RecoveryCodes, Error, string>({
    mutationFn: (code) => call(manageEndpoints.confirmSecondFactor, { body: { code } }),
  });
}

export function useRenewRecoveryCodes() {
  return useMutation<RecoveryCodes, Error, SecondFactorProof>({
    mutationFn: (body) => call(manageEndpoints.renewRecoveryCodes, { body }),
  });
}

export function useTurnOffSecondFactor() {
  const changed = useFactorChanged();
  return useMutation<object, Error, SecondFactorProof>({
    mutationFn: (body) => call(manageEndpoints.turnOffSecondFactor, { body }),
    onSuccess: changed,
  });
}

/** Refetches the signed-in manager, including their second factor. */
export function useFactorChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ME });
}
