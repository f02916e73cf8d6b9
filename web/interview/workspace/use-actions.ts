import { createContext, useContext } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { Language } from "#contract/languages.ts";
import type { SyncState } from "../../draft/sync.ts";
import type { SessionStore } from "../../session/session.ts";
import { hasEnded } from "../../session/session-end.ts";
import { useHasUnsent } from "../../takes/use-take.ts";
import type { Actions, DialogState, View } from "./actions.ts";
import { useIsOnline } from "./use-is-online.ts";
import type { Workspace } from "./workspace.ts";

export const WorkspaceContext = createContext<Workspace | undefined>(undefined);

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error("No interview is open here");
  return workspace;
}

export function useActions(): Actions {
  return useWorkspace().actions;
}

export function useChooseLanguage(): (language: Language) => void {
  const { chooseLanguage } = useWorkspace();
  return (language) => void chooseLanguage(language);
}

export function useOpenDialog(): DialogState {
  return useStore(useWorkspace().actions.dialog, (state) => state.open);
}

export function useView(): View {
  return useStore(useWorkspace().actions.view);
}

/** What kind of view is open: renders again less often than `useView`. */
export function useOpenView(): View["open"] {
  return useStore(useWorkspace().actions.view, ({ open }) => open);
}

/** The session, for calls to the server other than saves. */
export function useSession(): SessionStore {
  return useWorkspace().session;
}

/** The dialogs about the client's devices, once their code is loaded. */
export function useDevices() {
  return useStore(useWorkspace().devices.store, ({ module }) => module);
}

/** Whether the session has ended while the interview is open. */
export function useIsSignedOut(): boolean {
  return useStore(useWorkspace().session, hasEnded);
}

/** The outcome of the last call. If the server did not answer but the network works, that is `failing`. */
export function useConnection(): SyncState["connection"] {
  const connection = useStore(useWorkspace().sync.state, (state) => state.connection);
  const isOnline = useIsOnline();
  return connection === "offline" && isOnline ? "failing" : connection;
}

/** Whether anything that was entered or recorded is not on the server yet. */
export function useIsUnsaved(): boolean {
  const isUnsynced = useStore(useWorkspace().draft.store, (state) => state.isUnsynced);
  const hasUnsent = useHasUnsent();
  return isUnsynced || hasUnsent;
}

/** The save that the client started with a button, while it is under way. */
export function useSaving(): SyncState["saving"] {
  return useStore(useWorkspace().sync.state, (state) => state.saving);
}

/** Whether this device stores what is entered. */
export function useIsKept(): boolean {
  const { journal } = useWorkspace().draft;
  return useStore(journal?.health ?? NOT_KEPT, (state) => state.isKept);
}

const NOT_KEPT = createStore(() => ({ isKept: false }));
