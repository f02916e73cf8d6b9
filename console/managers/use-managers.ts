import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type {
  AddManagerRequest,
  ChangeManagerRequest,
  MakePasswordLinkRequest,
  Manager,
  PasswordLink,
  RevokeManagerRequest,
} from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { OwnerProof } from "#contract/manage/owner-proof.ts";
import { call } from "../api/call.ts";

export const MANAGERS = ["managers"];

export function useManagers() {
  return useQuery<Manager[]>({
    queryKey: MANAGERS,
    async queryFn() {
      const listed = await call(manageEndpoints.listManagers);
      return listed.managers;
    },
  });
}

/** The account to act on, and the signed-in manager's proof of identity. */
type ManagerProof = OwnerProof & { managerId: string };

type PasswordLinkInput = MakePasswordLinkRequest & { managerId: string };

export function useAddManager() {
  return useManagersChange<AddManagerRequest, PasswordLink>((body) =>
    call(manageEndpoints.addManager, { body }),
  );
}

export function useMakePasswordLink() {
  return useManagersChange<PasswordLinkInput, PasswordLink>(({ managerId, ...body }) =>
    call(manageEndpoints.makePasswordLink, { params: { managerId }, body }),
  );
}

export function useUnlinkManager() {
  return useManagersChange((managerId: string) =>
    call(manageEndpoints.unlinkManager, { params: { managerId } }),
  );
}

export function useRemoveSecondFactor() {
  return useManagersChange(({ managerId, ...body }: ManagerProof) =>
    call(manageEndpoints.removeSecondFactor, { params: { managerId }, body }),
  );
}

/** Ends all sessions of an account. Resolves to their number. */
export function useEndManagerSessions() {
  return useManagersChange((managerId: string) =>
    call(manageEndpoints.endManagerSessions, { params: { managerId } }),
  );
}

type ManagerChange = ChangeManagerRequest & { managerId: string };

export function useChangeManager() {
  return useManagersChange(({ managerId, ...body }: ManagerChange) =>
    call(manageEndpoints.changeManager, { params: { managerId }, body }),
  );
}

export function useRevokeManager() {
  return useManagersChange(({ managerId, ...body }: RevokeManagerRequest & { managerId: string }) =>
    call(manageEndpoints.revokeManager, { params: { managerId }, body }),
  );
}

export function useReviveManager() {
  return useManagersChange(({ managerId, ...body }: ManagerProof) =>
    call(manageEndpoints.reviveManager, { params: { managerId }, body }),
  );
}

function useManagersChange<Change, Answer>(change: (change: Change) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation<Answer, Error, Change>({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: MANAGERS }),
  });
}
