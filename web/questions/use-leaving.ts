import { type FocusEvent, useEffect, useRef } from "react";

/**
 * Tells when the focus leaves an element for another place on the page: not for a control of its own, and not
 * because the whole window lost it. Returns the handler for the element's `onBlur`.
 */
export function useLeaving(onLeave: () => unknown): (event: FocusEvent<HTMLElement>) => void {
  const pressed = useRef<EventTarget | null>(null);

  // Safari does not focus a pressed button and names no next target, so the last press decides
  useEffect(() => {
    const remember = (event: PointerEvent) => {
      pressed.current = event.target;
    };
    document.addEventListener("pointerdown", remember, true);
    return () => document.removeEventListener("pointerdown", remember, true);
  }, []);

  return (event) => {
    const own = event.currentTarget;
    const next = event.relatedTarget ?? pressed.current;
    const staysInside = next instanceof Node && own.contains(next);
    if (!staysInside && document.hasFocus()) onLeave();
  };
}
