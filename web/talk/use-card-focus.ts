import { type RefObject, useEffect, useRef } from "react";

/** Focuses the card's first field, but not on touch, where the on-screen keyboard would cover the question. */
export function useCardFocus(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!matchMedia("(pointer: fine)").matches) return;
    place.current?.querySelector<HTMLElement>("textarea, input, select")?.focus({ preventScroll: true });
  }, []);
  return place;
}
