import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  doneSchema,
  type Manager,
  managersSchema,
  type PasswordLink,
  passwordLinkSchema,
} from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { endedSessionsSchema } from "#contract/manage/sessions.ts";
import { call } from "../api/call.ts";

const MANAGERS = ["managers"];

export function useManagers() {
  return useQuery<Manager[]>({
    queryKey: MANAGERS,
    async queryFn() {
      const listed = await call({ endpoint: manageEndpoints.listManagers, schema: managersSchema });
      return listed.managers;
    },
  });
}

type NewManager = Pick<Manager, "name" | "email" | "role">;

export function useAddManager() {
  return useManagersChange<NewManager, PasswordLink>((body) =>
    call({ endpoint: manageEndpoints.addManager, schema: passwordLinkSchema, body }),
  );
}

export function useMakePasswordLink() {
  return useManagersChange<string, PasswordLink>((managerId) =>
    call({ endpoint: manageEndpoints.makePasswordLink, schema: passwordLinkSchema, params: { managerId } }),
  );
}

export function useUnlinkManager() {
  return useManagersChange((managerId: string) =>
    call({ endpoint: manageEndpoints.unlinkManager, schema: doneSchema, params: { managerId } }),
  );
}

export function useRemoveSecondFactor() {
  return useManagersChange((managerId: string) =>
    call({ endpoint: manageEndpoints.removeSecondFactor, schema: doneSchema, params: { managerId } }),
  );
}

/** Answers with how many there were. */
export function useEndManagerSessions() {
  return useManagersChange((managerId: string) =>
    call({
      endpoint: manageEndpoints.endManagerSessions,
      schema: endedSessionsSchema,
      params: { managerId },
    }),
  );
}

export type ManagerChange = Pick<Manager, "managerId" | "name" | "role">;

export function useChangeManager() {
  return useManagersChange(({ managerId, ...body }: ManagerChange) =>
    call({ endpoint: manageEndpoints.changeManager, schema: doneSchema, params: { managerId }, body }),
  );
}

/** Ends an account, or lets it sign in again. */
export function useEndManager() {
  return useManagersChange(({ managerId, state }: Pick<Manager, "managerId" | "state">) =>
    call({
      endpoint: state === "revoked" ? manageEndpoints.reviveManager : manageEndpoints.revokeManager,
      schema: doneSchema,
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
