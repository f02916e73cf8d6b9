import { useCallback, useEffect, useState } from "react";
import { MINUTE_MS } from "#contract/instants.ts";
import { HAND_OVER_MINUTES } from "#contract/limits.ts";
import { loadSessions, makeHandOver } from "../api/sessions-api.ts";
import type { SessionStore } from "../session/session.ts";
import { findToken } from "../session/token.ts";
import { t } from "../translate.ts";

/** How often the server is asked whether the other device has signed in. */
const LOOK_EVERY_MS = 2_000;

type HandOverState = {
  link: string | undefined;
  /** The name of the device that signed in; undefined until then. */
  device: string | undefined;
  error: string | undefined;
  isOver: boolean;
  isCopied: boolean;
};
const WAITING: HandOverState = {
  link: undefined,
  device: undefined,
  error: undefined,
  isOver: false,
  isCopied: false,
};

/** `onMade` is called once another device may sign in. */
type HandOverOptions = { session: SessionStore; onMade: () => void };

/** Makes a link for another device, and watches whether a device has signed in. */
export function useHandOver({ session, onMade }: HandOverOptions) {
  const [shown, setShown] = useState(WAITING);
  const [attempt, setAttempt] = useState(0);
  const show = useCallback(
    (part: Partial<HandOverState>) => setShown((before) => ({ ...before, ...part })),
    [],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `attempt` asks for another code
  useEffect(() => {
    const ends = new AbortController();
    setShown(WAITING);
    void handOver(session, { signal: ends.signal, show, onMade });
    return () => ends.abort();
  }, [session, show, attempt]);

  return {
    ...shown,
    renew: () => setAttempt((count) => count + 1),
    copy: () =>
      void navigator.clipboard?.writeText(shown.link ?? "").then(
        () => show({ isCopied: true }),
        () => undefined,
      ),
  };
}

type HandOverCallbacks = {
  signal: AbortSignal;
  show: (part: Partial<HandOverState>) => void;
  onMade: () => void;
};

async function handOver(session: SessionStore, { signal, show, onMade }: HandOverCallbacks): Promise<void> {
  const token = await findToken(session);
  if (!token.ok) return show({ error: token.error.message });
  const before = await loadSessions(token.data);
  const made = await makeHandOver(token.data);
  if (signal.aborted) return;
  if (!before.ok) return show({ error: before.error.message });
  if (!made.ok) return show({ error: made.error.message });
  const known = new Set(before.data.map(({ sessionId }) => sessionId));
  show({ link: made.data.link });
  onMade();
  // measured on this page, because the device's clock may be wrong
  const end = performance.now() + HAND_OVER_MINUTES * MINUTE_MS;
  while (performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    if (signal.aborted) return;
    // a failed call is repeated in the next round
    const listed = await loadSessions(token.data);
    const come = listed.ok && listed.data.find(({ sessionId }) => !known.has(sessionId));
    if (signal.aborted) return;
    if (come) return show({ device: come.device ?? t("signedIn.unknown") });
  }
  show({ isOver: true });
}
