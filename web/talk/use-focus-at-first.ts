import { type RefObject, useEffect, useRef } from "react";

/** Focuses the element when it appears, because the button that was pressed to get there is gone. */
export function useFocusAtFirst<Of extends HTMLElement>(): RefObject<Of | null> {
  const element = useRef<Of>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  return element;
}
