import { type RefObject, useCallback, useEffect, useRef } from "react";

/** Who has rested for so long is not about to press. */
const HELD_MS = 30_000;

/** Whether somebody is about to press something in an element: the pointer or the keyboard's focus is on it. */
export function useHeld(frame: RefObject<HTMLElement | null>): () => boolean {
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const move = (event: Event) => {
      // a finger is nowhere once it has gone
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
