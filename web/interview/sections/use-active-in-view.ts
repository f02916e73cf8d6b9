import { type RefObject, useEffect, useRef } from "react";

/** Keeps the active item of a horizontal list in view. */
export function useActiveInView(activeId: string): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new active item moves the list
  useEffect(() => {
    const active = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (!list.current || !active) return;
    // not scrollIntoView: that would scroll the page too
    list.current.scrollLeft = active.offsetLeft - (list.current.clientWidth - active.offsetWidth) / 2;
  }, [activeId]);
  return list;
}
