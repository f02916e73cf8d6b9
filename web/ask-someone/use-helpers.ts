import { useCallback, useEffect, useRef, useState } from "react";
import type { HelperFacts, NewHelperRequest } from "#contract/api/helping.ts";
import {
  addHelper,
  type HelperLink,
  loadHelpers,
  removeHelper,
  renewHelperLink,
} from "../api/helping-api.ts";
import type { Result } from "../api/result.ts";
import type { SessionStore } from "../session/session.ts";
import { findToken } from "../session/token.ts";

type HelpersState = {
  /** Undefined until they are loaded. */
  helpers: HelperFacts[] | undefined;
  /** The link that was just made, and who it is for. */
  link: { address: string; name: string } | undefined;
  error: string | undefined;
  isBusy: boolean;
  /** The name of the helper who has just lost access. */
  ended: string | undefined;
  isCopied: boolean;
};

const AT_FIRST: HelpersState = {
  helpers: undefined,
  link: undefined,
  error: undefined,
  isBusy: true,
  ended: undefined,
  isCopied: false,
};

/** The people whom the client has asked, from the server, and functions to add, renew, and end their access. */
export function useHelpers(session: SessionStore) {
  const isShown = useRef(true);
  /** Runs one act after the other, so that the list shown is the newest. */
  const queue = useRef(Promise.resolve());
  /** The acts that wait or are under way: a second press must not make a second link, which would end the first. */
  const pressed = useRef(new Set<string>());
  const [shown, setShown] = useState(AT_FIRST);
  const show = useCallback((part: Partial<HelpersState>) => {
    if (isShown.current) setShown((before) => ({ ...before, ...part }));
  }, []);

  /** Runs an act, then loads the list again. `done` returns what to show after a success. */
  const act = useCallback(
    <Data>(
      name: string,
      what?: (token: string) => Promise<Result<Data>>,
      done?: (data: Data) => Partial<HelpersState>,
    ) => {
      if (pressed.current.has(name)) return;
      pressed.current.add(name);
      show({ isBusy: true, error: undefined, ended: undefined, isCopied: false });
      queue.current = queue.current.then(async () => {
        const error = await actAndList();
        pressed.current.delete(name);
        show({ isBusy: pressed.current.size > 0, ...(error !== undefined && { error }) });
      });

      async function actAndList(): Promise<string | undefined> {
        const token = await findToken(session);
        if (!token.ok) return token.error.message;
        const result = await what?.(token.data);
        if (result && !result.ok) return result.error.message;
        // a new link is shown even if the list cannot be loaded
        if (result) show(done?.(result.data) ?? {});
        const listed = await loadHelpers(token.data);
        if (!listed.ok) return listed.error.message;
        show({ helpers: listed.data });
        return undefined;
      }
    },
    [session, show],
  );

  useEffect(() => {
    isShown.current = true;
    act("list");
    return () => {
      isShown.current = false;
    };
  }, [act]);

  const linkFor =
    (name: string) =>
    ({ link }: HelperLink) => ({ link: { address: link, name } });

  return {
    ...shown,
    reload: () => act("list"),
    ask: (helper: NewHelperRequest) => act("ask", (token) => addHelper(token, helper), linkFor(helper.name)),
    renew: ({ helperId, name }: HelperFacts) =>
      act(`renew ${helperId}`, (token) => renewHelperLink(token, helperId), linkFor(name)),
    end: ({ helperId, name }: HelperFacts) =>
      act(
        `end ${helperId}`,
        (token) => removeHelper(token, helperId),
        () => ({ ended: name, link: undefined }),
      ),
    askAnother: () => show({ link: undefined, isCopied: false }),
    copy: () =>
      void navigator.clipboard?.writeText(shown.link?.address ?? "").then(
        () => show({ isCopied: true }),
        () => undefined,
      ),
  };
}
