import { useMutation, useQueryClient } from "@tanstack/react-query";
import { doneSchema } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import {
  type BegunSecondFactor,
  begunSecondFactorSchema,
  recoveryCodesSchema,
  type SecondFactorProof,
} from "#contract/manage/second-factor.ts";
import { call } from "../api/call.ts";
import { ME } from "../api/queries.ts";

type RecoveryCodes = { recoveryCodes: string[] };

export function useBeginSecondFactor() {
  return useMutation<BegunSecondFactor, Error, string>({
    mutationFn: (password) =>
      call({
        endpoint: manageEndpoints.beginSecondFactor,
        schema: begunSecondFactorSchema,
        body: { password },
      }),
  });
}

/** What is known of the account stays as it was until the recovery codes are put away: `useFactorChanged`. */
export function useConfirmSecondFactor() {
  return useMutation<RecoveryCodes, Error, string>({
    mutationFn: (code) =>
      call({ endpoint: manageEndpoints.confirmSecondFactor, schema: recoveryCodesSchema, body: { code } }),
  });
}

export function useRenewRecoveryCodes() {
  return useMutation<RecoveryCodes, Error, SecondFactorProof>({
    mutationFn: (body) =>
      call({ endpoint: manageEndpoints.renewRecoveryCodes, schema: recoveryCodesSchema, body }),
  });
}

export function useTurnOffSecondFactor() {
  const changed = useFactorChanged();
  return useMutation<object, Error, SecondFactorProof>({
    mutationFn: (body) => call({ endpoint: manageEndpoints.turnOffSecondFactor, schema: doneSchema, body }),
    onSuccess: changed,
  });
}

/** Asks anew who one is and by what one signs in. */
export function useFactorChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ME });
}
