import { type RefObject, useEffect, useRef } from "react";

/** With a real keyboard the first field of the card that is shown has the focus; on touch the keys would cover the question. */
export function useCardFocus(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!matchMedia("(pointer: fine)").matches) return;
    place.current?.querySelector<HTMLElement>("textarea, input, select")?.focus({ preventScroll: true });
  }, []);
  return place;
}
