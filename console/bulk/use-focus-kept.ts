import { type RefObject, useEffect, useRef } from "react";

/**
 * The keyboard's focus goes to the element where it would be lost, as after the press of a button that is gone: at first,
 * and whenever `phase` is another one.
 */
export function useFocusKept<Kept extends HTMLElement>(phase: unknown): RefObject<Kept | null> {
  const element = useRef<Kept>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the phase the buttons are other ones
  useEffect(() => {
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, [phase]);
  return element;
}
