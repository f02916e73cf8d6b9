import { type RefObject, useEffect, useRef } from "react";

/** The focus is here when the element comes up: what was pressed to get there has gone. */
export function useFocusAtFirst<Of extends HTMLElement>(): RefObject<Of | null> {
  const element = useRef<Of>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  return element;
}
