import { type RefObject, useCallback, useEffect, useRef } from "react";

/** A user who has not moved for this long is not about to press. */
const HELD_MS = 30_000;

/**
 * Whether the user is about to press something in an element: it has the pointer or the focus, and the user moved
 * recently.
 */
export function usePressIntent(frame: RefObject<HTMLElement | null>): () => boolean {
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const move = (event: Event) => {
      // a finger does not hover after it has lifted
      if (!(event instanceof PointerEvent) || event.pointerType === "mouse") movedAt.current = Date.now();
    };
    const moves = ["pointermove", "keydown"] as const;
    for (const type of moves) element.addEventListener(type, move, { passive: true });
    return () => {
      for (const type of moves) element.removeEventListener(type, move);
    };
  });

  return useCallback(() => {
    const element = frame.current;
    const isOn = element?.matches(":hover") || element?.contains(document.activeElement);
    return Boolean(isOn) && Date.now() - movedAt.current < HELD_MS;
  }, [frame]);
}
