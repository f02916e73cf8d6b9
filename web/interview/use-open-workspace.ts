import { useCallback, useEffect, useState } from "react";
import type { CallError } from "../api/result.ts";
import type { SessionStore } from "../session/session.ts";
import type { NewToast } from "../ui/toasts.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

type Opened = { workspace?: Workspace; error?: CallError };

/** Opens the client's workspace once, and again on request after a failure. */
export function useOpenWorkspace(
  session: SessionStore,
  interviewHash: string | undefined,
  notify: (toast: NewToast) => void,
) {
  const [opened, setOpened] = useState<Opened>({});
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is what asks for another try
  useEffect(() => {
    let isCurrent = true;
    let close: (() => void) | undefined;
    setOpened({});
    void openWorkspace({ session, interviewHash, notify }).then((result) => {
      if (result.ok) close = result.data.close;
      if (isCurrent) setOpened(result.ok ? { workspace: result.data } : { error: result.error });
      else close?.();
    });
    return () => {
      isCurrent = false;
      close?.();
    };
  }, [session, interviewHash, notify, attempt]);

  return { ...opened, retry: useCallback(() => setAttempt((count) => count + 1), []) };
}
