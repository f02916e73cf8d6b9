import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves a lost keyboard focus to the element, as after the pressed button disappears: on mount, and whenever `phase`
 * changes.
 */
export function useFocusIfLost<Kept extends HTMLElement>(phase: unknown): RefObject<Kept | null> {
  const element = useRef<Kept>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons change with the phase
  useEffect(() => {
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, [phase]);
  return element;
}
