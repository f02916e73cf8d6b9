import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Manager, PasswordLink } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { call } from "../api/call.ts";

const MANAGERS = ["managers"];

export function useManagers() {
  return useQuery<Manager[]>({
    queryKey: MANAGERS,
    async queryFn() {
      const listed = await call(manageEndpoints.listManagers);
      return listed.managers;
    },
  });
}

type NewManager = Pick<Manager, "name" | "email" | "role">;

export function useAddManager() {
  return useManagersChange<NewManager, PasswordLink>((body) => call(manageEndpoints.addManager, { body }));
}

export function useMakePasswordLink() {
  return useManagersChange<string, PasswordLink>((managerId) =>
    call(manageEndpoints.makePasswordLink, { params: { managerId } }),
  );
}

export function useUnlinkManager() {
  return useManagersChange((managerId: string) =>
    call(manageEndpoints.unlinkManager, { params: { managerId } }),
  );
}

export function useRemoveSecondFactor() {
  return useManagersChange((managerId: string) =>
    call(manageEndpoints.removeSecondFactor, { params: { managerId } }),
  );
}

/** Answers with how many there were. */
export function useEndManagerSessions() {
  return useManagersChange((managerId: string) =>
    call(manageEndpoints.endManagerSessions, { params: { managerId } }),
  );
}

export type ManagerChange = Pick<Manager, "managerId" | "name" | "role">;

export function useChangeManager() {
  return useManagersChange(({ managerId, ...body }: ManagerChange) =>
    call(manageEndpoints.changeManager, { params: { managerId }, body }),
  );
}

/** Ends an account, or lets it sign in again. */
export function useEndManager() {
  return useManagersChange(({ managerId, state }: Pick<Manager, "managerId" | "state">) =>
    call(state === "revoked" ? manageEndpoints.reviveManager : manageEndpoints.revokeManager, {
      params: { managerId },
    }),
  );
}

function useManagersChange<Change, Answer>(change: (change: Change) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation<Answer, Error, Change>({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: MANAGERS }),
  });
}
