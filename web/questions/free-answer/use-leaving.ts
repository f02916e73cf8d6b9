import { type FocusEvent, useEffect, useRef } from "react";

/**
 * Tells when the focus leaves an element for another place on the page: not for a control of its own, and not
 * because the whole window lost it. Returns the handler for the element's `onBlur`.
 */
export function useLeaving(onLeave: () => unknown): (event: FocusEvent<HTMLElement>) => void {
  const press = useRef<{ target: EventTarget | null; isDown: boolean }>({ target: null, isDown: false });

  // Safari does not focus a pressed button and names no next target, so the last press decides
  useEffect(() => {
    const down = ({ target }: PointerEvent) => {
      press.current = { target, isDown: true };
    };
    const up = () => {
      press.current.isDown = false;
    };
    document.addEventListener("pointerdown", down, true);
    for (const end of PRESS_ENDS) document.addEventListener(end, up, true);
    return () => {
      document.removeEventListener("pointerdown", down, true);
      for (const end of PRESS_ENDS) document.removeEventListener(end, up, true);
    };
  }, []);

  return (event) => {
    const own = event.currentTarget;
    const next = event.relatedTarget ?? press.current.target;
    const staysInside = next instanceof Node && own.contains(next);
    if (staysInside || !document.hasFocus()) return;
    if (press.current.isDown) afterPress(onLeave);
    else onLeave();
  };
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
