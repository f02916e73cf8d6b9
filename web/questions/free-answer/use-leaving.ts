import { type FocusEvent, useEffect, useRef } from "react";

/** A finger's press moves the focus after it has ended, some 300 ms later at most. */
const PRESS_LASTS_MS = 500;

type Press = { target: EventTarget | null; isDown: boolean; endedAt: number };

/**
 * Tells when the focus leaves an element for another place on the page, or for none: not for a control of its own, and
 * not because the whole window lost it. Returns the handler for the element's `onBlur`.
 */
export function useLeaving(onLeave: () => unknown): (event: FocusEvent<HTMLElement>) => void {
  const press = useRef<Press>(undefined);

  // Safari does not focus a pressed button and names no next target, so the press under way decides
  useEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    const end = ({ timeStamp }: Event) => {
      if (press.current) press.current = { ...press.current, isDown: false, endedAt: timeStamp };
    };
    document.addEventListener(
      "pointerdown",
      ({ target }) => {
        press.current = { target, isDown: true, endedAt: 0 };
      },
      options,
    );
    for (const name of PRESS_ENDS) document.addEventListener(name, end, options);
    // what its click does is the press's still
    const clicked = () => {
      const done = press.current;
      setTimeout(() => {
        if (press.current === done) press.current = undefined;
      });
    };
    document.addEventListener("click", clicked, options);
    return () => listening.abort();
  }, []);

  return (event) => {
    const own = event.currentTarget;
    const current = isUnderWay(press.current, event.timeStamp) ? press.current : undefined;
    const next = event.relatedTarget ?? current?.target;
    const staysInside = next instanceof Node && own.contains(next);
    if (staysInside || !document.hasFocus()) return;
    if (current?.isDown) afterPress(onLeave);
    else onLeave();
  };
}

function isUnderWay(press: Press | undefined, now: number): press is Press {
  return press !== undefined && (press.isDown || now - press.endedAt < PRESS_LASTS_MS);
}

const PRESS_ENDS = ["pointerup", "pointercancel"] as const;

/** What follows may move the page; a press that has begun must first reach what it was aimed at. */
function afterPress(act: () => unknown): void {
  const ends = new AbortController();
  const end = () => {
    ends.abort();
    // behind the click, which comes with the same task as the pointer's end
    setTimeout(act);
  };
  for (const name of PRESS_ENDS) document.addEventListener(name, end, { signal: ends.signal });
}
