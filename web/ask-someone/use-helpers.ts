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

type Shown = {
  /** Undefined until they are known. */
  helpers: HelperFacts[] | undefined;
  /** The one that was just made, and whom it is for. */
  link: { address: string; name: string } | undefined;
  error: string | undefined;
  isBusy: boolean;
  /** Who has just lost access. */
  ended: string | undefined;
  isCopied: boolean;
};

const AT_FIRST: Shown = {
  helpers: undefined,
  link: undefined,
  error: undefined,
  isBusy: true,
  ended: undefined,
  isCopied: false,
};

/** The people whom the client has asked, as the server tells, and what the client does about them. */
export function useHelpers(session: SessionStore) {
  const isShown = useRef(true);
  /** One act after the other, so that the list is the newest. */
  const queue = useRef(Promise.resolve());
  /** What waits or is under way: a second press makes no second link, which would end the first. */
  const pressed = useRef(new Set<string>());
  const [shown, setShown] = useState(AT_FIRST);
  const show = useCallback((part: Partial<Shown>) => {
    if (isShown.current) setShown((before) => ({ ...before, ...part }));
  }, []);

  /** Asks anew after each act. `done` says what is shown of one that worked. */
  const act = useCallback(
    <Data>(
      name: string,
      what?: (token: string) => Promise<Result<Data>>,
      done?: (data: Data) => Partial<Shown>,
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
        // a link that was made is shown, whatever becomes of the list
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
