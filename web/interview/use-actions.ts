import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { SyncState } from "../draft/sync.ts";
import type { Actions, DialogState } from "./actions.ts";
import type { Workspace } from "./workspace.ts";

export const WorkspaceContext = createContext<Workspace | undefined>(undefined);

function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error("No interview is open here");
  return workspace;
}

export function useActions(): Actions {
  return useWorkspace().actions;
}

export function useOpenDialog(): DialogState {
  return useStore(useWorkspace().actions.dialog, (state) => state.open);
}

/** Whether the session has ended under the client's hands. */
export function useIsSignedOut(): boolean {
  return useStore(useWorkspace().session, (state) => state.accessToken === undefined);
}

/** What is on its way to the server, if anything. */
export function useSaving(): SyncState["saving"] {
  return useStore(useWorkspace().sync.state, (state) => state.saving);
}
