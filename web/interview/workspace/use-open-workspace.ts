import { useCallback, useEffect, useState } from "react";
import type { CallError } from "../../api/result.ts";
import { type OpenWorkspaceOptions, openWorkspace, type Workspace } from "./workspace.ts";

type WorkspaceState = { workspace?: Workspace; error?: CallError };

/** Opens the client's workspace once, and again on request after a failure. */
export function useOpenWorkspace(options: OpenWorkspaceOptions) {
  const { session, interviews, provider, dictatesOnDevice, recordingOffer, notify } = options;
  const [opened, setOpened] = useState<WorkspaceState>({});
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `attempt` asks for another try
  useEffect(() => {
    let isCurrent = true;
    let close: (() => void) | undefined;
    setOpened({});
    const given = { session, interviews, provider, dictatesOnDevice, recordingOffer, notify };
    void openWorkspace(given).then((result) => {
      if (result.ok) close = result.data.close;
      if (isCurrent) setOpened(result.ok ? { workspace: result.data } : { error: result.error });
      else close?.();
    });
    return () => {
      isCurrent = false;
      close?.();
    };
  }, [session, interviews, provider, dictatesOnDevice, recordingOffer, notify, attempt]);

  return { ...opened, retry: useCallback(() => setAttempt((count) => count + 1), []) };
}
