import { useCallback, useEffect, useRef, useState } from "react";
import type { PasskeyFacts } from "#contract/api/passkeys.ts";
import type { SessionFacts } from "#contract/api/sessions.ts";
import { dropPasskey, loadPasskeys } from "../api/passkeys-api.ts";
import type { CallError } from "../api/result.ts";
import { endOneSession, endOtherSessions, loadSessions } from "../api/sessions-api.ts";
import type { SessionStore } from "../session/session.ts";
import { findToken } from "../session/token.ts";

type SessionsState = {
  /** Undefined until they are loaded. */
  sessions: SessionFacts[] | undefined;
  /** The device locks that sign the client in. */
  locks: PasskeyFacts[];
  error: string | undefined;
  isBusy: boolean;
  /** What has just been ended. */
  ended: "session" | "lock" | undefined;
};

/** Where the client is signed in, from the server, and functions to sign out there. */
export function useSessions(session: SessionStore) {
  const isShown = useRef(true);
  const [shown, setShown] = useState<SessionsState>({
    sessions: undefined,
    locks: [],
    error: undefined,
    isBusy: true,
    ended: undefined,
  });
  const show = useCallback((part: Partial<SessionsState>) => {
    if (isShown.current) setShown((before) => ({ ...before, ...part }));
  }, []);

  /** Runs an act, then loads the lists again, because they may have changed meanwhile. */
  const act = useCallback(
    async (
      end?: (token: string) => ReturnType<typeof endOtherSessions>,
      what: SessionsState["ended"] = "session",
    ) => {
      show({ isBusy: true, error: undefined, ended: undefined });
      const fail = ({ message }: CallError) => show({ isBusy: false, error: message });
      const token = await findToken(session);
      if (!token.ok) return fail(token.error);
      const result = await end?.(token.data);
      if (result && !result.ok) return fail(result.error);
      const [listed, locks] = await Promise.all([loadSessions(token.data), loadPasskeys(token.data)]);
      if (!listed.ok) return fail(listed.error);
      if (!locks.ok) return fail(locks.error);
      show({ isBusy: false, ended: result && what, sessions: listed.data, locks: locks.data });
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
    removeLock: (passkeyId: string) => void act((token) => dropPasskey(token, passkeyId), "lock"),
  };
}
