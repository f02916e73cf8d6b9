import { type FocusEvent, useEffect, useRef } from "react";

/**
 * Calls `onLeave` when the focus leaves an element for another place on the page or for no element, but not for a
 * control inside it, and not because the whole window lost the focus. Returns the handler for the element's `onBlur`.
 */
export function useFocusLeave(onLeave: () => unknown): (event: FocusEvent<HTMLElement>) => void {
  const press = useRef<Press>({ target: null, isDown: false });
  useEffect(() => followPress(press.current), []);

  return (event) => {
    const own = event.currentTarget;
    const next = event.relatedTarget ?? press.current.target;
    const staysInside = next instanceof Node ? own.contains(next) : !isBox(event.target);
    if (staysInside || !document.hasFocus()) return;
    if (press.current.isDown) afterPress(onLeave);
    else onLeave();
  };
}

/** `target` is null once the press has had all its effects. */
type Press = { target: EventTarget | null; isDown: boolean };

/**
 * Safari does not focus a pressed button and reports no `relatedTarget`, so the press itself says where the focus goes.
 */
function followPress(press: Press): () => void {
  const ends = new AbortController();
  const listen = (names: readonly string[], act: (event: Event) => void) => {
    for (const name of names)
      document.addEventListener(name, act, { capture: true, signal: ends.signal, passive: true });
  };
  const forget = () => {
    press.target = null;
  };
  listen(["pointerdown"], ({ target }) => Object.assign(press, { target, isDown: true }));
  listen(PRESS_ENDS, () => {
    press.isDown = false;
  });
  // a keyboard's Done and a blur by a script come without a press, so an earlier press must not count for them
  listen(["click"], () => setTimeout(forget));
  listen(["keydown", "input", "contextmenu", "pointercancel"], forget);
  return () => ends.abort();
}

/** Without a next target, only a box counts as left: another control may just have disappeared with the focus. */
function isBox(target: Element): boolean {
  return target.hasAttribute("data-box");
}

const PRESS_ENDS = ["pointerup", "pointercancel"] as const;

/** Waits for the end of a press, because `act` may move the page and the press must first reach its target. */
function afterPress(act: () => unknown): void {
  const ends = new AbortController();
  const end = () => {
    ends.abort();
    // after the click, which comes in the same task as the pointer's end
    setTimeout(act);
  };
  for (const name of PRESS_ENDS) document.addEventListener(name, end, { signal: ends.signal });
}
