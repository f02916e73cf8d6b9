import { useCallback, useEffect, useRef, useState } from "react";
import type { SessionFacts } from "#contract/api/sessions.ts";
import type { CallError } from "../../api/result.ts";
import { endOneSession, endOtherSessions, loadSessions } from "../../api/sessions-api.ts";
import { findToken } from "../../session/token.ts";
import { useSession } from "../use-actions.ts";

type Shown = {
  /** Undefined until they are known. */
  sessions: SessionFacts[] | undefined;
  error: string | undefined;
  isBusy: boolean;
  /** Whether any has just been ended. */
  hasEnded: boolean;
};

/** Where the client is signed in, as the server tells, and the ways to sign out there. */
export function useSessions() {
  const session = useSession();
  const isShown = useRef(true);
  const [shown, setShown] = useState<Shown>({
    sessions: undefined,
    error: undefined,
    isBusy: true,
    hasEnded: false,
  });
  const show = useCallback((part: Partial<Shown>) => {
    if (isShown.current) setShown((before) => ({ ...before, ...part }));
  }, []);

  /** Asks anew after each act: the list may have become another one meanwhile. */
  const act = useCallback(
    async (end?: (token: string) => ReturnType<typeof endOtherSessions>) => {
      show({ isBusy: true, error: undefined, hasEnded: false });
      const fail = ({ message }: CallError) => show({ isBusy: false, error: message });
      const token = await findToken(session);
      if (!token.ok) return fail(token.error);
      const ended = await end?.(token.data);
      if (ended && !ended.ok) return fail(ended.error);
      const listed = await loadSessions(token.data);
      if (!listed.ok) return fail(listed.error);
      show({ isBusy: false, hasEnded: ended !== undefined, sessions: listed.data });
    },
    [session, show],
  );

  useEffect(() => {
    isShown.current = true;
    void act();
    return () => {
      isShown.current = false;
    };
  }, [act]);

  return {
    ...shown,
    reload: () => void act(),
    end: (sessionId: string) => void act((token) => endOneSession(token, sessionId)),
    endOthers: () => void act(endOtherSessions),
  };
}
