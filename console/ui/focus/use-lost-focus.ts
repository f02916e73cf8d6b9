import { useEffect, useRef } from "react";

/**
 * Moves a focus that was lost in a part to its heading, or to the part if that has no heading. A press renders the part
 * twice: with the pressed button, and without it once the server has answered.
 */
export function useLostFocus() {
  const part = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const focused = useRef<Element>(undefined);
  useEffect(() => {
    const { activeElement } = document;
    const isLost = focused.current?.isConnected === false && activeElement === document.body;
    focused.current = part.current?.contains(activeElement) ? (activeElement ?? undefined) : undefined;
    if (isLost) (heading.current ?? part.current)?.focus({ preventScroll: true });
  });
  return { part, heading };
}
