import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AddApiTokenRequest, ApiToken } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { call } from "../api/call.ts";

const TOKENS = ["tokens"];

export function useChangePassword() {
  return useMutation<object, Error, { current: string; password: string }>({
    mutationFn: (body) => call(manageEndpoints.changePassword, { body }),
  });
}

export function useApiTokens() {
  return useQuery<ApiToken[]>({
    queryKey: TOKENS,
    async queryFn() {
      const listed = await call(manageEndpoints.listApiTokens);
      return listed.tokens;
    },
  });
}

export function useAddApiToken() {
  const queries = useQueryClient();
  return useMutation<ApiToken & { token: string }, Error, AddApiTokenRequest>({
    mutationFn: (body) => call(manageEndpoints.addApiToken, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: TOKENS }),
  });
}

export function useRevokeApiToken() {
  const queries = useQueryClient();
  return useMutation<object, Error, string>({
    mutationFn: (tokenId) => call(manageEndpoints.revokeApiToken, { params: { tokenId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: TOKENS }),
  });
}
