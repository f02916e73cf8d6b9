import { useEffect, useRef } from "react";

/**
 * Moves a lost focus to the heading of a part. A press renders the part twice: with the pressed button, and without it
 * once the server has answered.
 */
export function useFocusInPanel() {
  const part = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const focused = useRef<Element>(undefined);
  useEffect(() => {
    const { activeElement } = document;
    const isLost = focused.current?.isConnected === false && activeElement === document.body;
    focused.current = part.current?.contains(activeElement) ? (activeElement ?? undefined) : undefined;
    if (isLost) heading.current?.focus({ preventScroll: true });
  });
  return { part, heading };
}
