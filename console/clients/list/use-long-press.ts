import { type PointerEvent, useCallback, useEffect, useRef } from "react";

const LONG_MS = 500;
/** How far a finger may move during a long press. */
const STILL_PX = 10;
const PRESS_WITHIN_MS = 400;

/**
 * Detects a finger that stays on a card for half a second. Suppresses the click that follows, and the context menu that
 * some browsers open for a link.
 */
export function useLongPress(onLong: (id: string) => void) {
  const under = useRef<() => void>(undefined);
  const end = useCallback(() => under.current?.(), []);
  useEffect(() => end, [end]);

  return useCallback(
    (id: string, { pointerType, clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
      if (pointerType === "mouse") return;
      end();
      let isLong = false;
      const choose = () => {
        if (isLong) return;
        isLong = true;
        onLong(id);
      };
      const timer = setTimeout(choose, LONG_MS);
      const still = new AbortController();
      const { signal } = still;
      const listen = (type: string, heard: (event: Event) => void) =>
        currentTarget.ownerDocument.addEventListener(type, heard, { signal, capture: true });
      const over = () => {
        clearTimeout(timer);
        // the browser fires the click some time after the finger has lifted
        setTimeout(() => still.abort(), isLong ? PRESS_WITHIN_MS : 0);
      };
      listen("pointermove", (event) => {
        const { clientX: x, clientY: y } = event as globalThis.PointerEvent;
        if (Math.hypot(x - clientX, y - clientY) > STILL_PX) over();
      });
      listen("pointerup", over);
      listen("pointercancel", over);
      listen("contextmenu", (event) => {
        event.preventDefault();
        choose();
      });
      listen("click", (event) => {
        if (!isLong) return;
        event.preventDefault();
        event.stopPropagation();
      });
      under.current = () => {
        clearTimeout(timer);
        still.abort();
      };
    },
    [onLong, end],
  );
}
