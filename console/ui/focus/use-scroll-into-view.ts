import { type RefObject, useEffect, useRef } from "react";

/** Scrolls an element into view whenever it becomes the current one. */
export function useScrollIntoView<Shown extends HTMLElement>(isCurrent: boolean): RefObject<Shown | null> {
  const element = useRef<Shown>(null);
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  return element;
}
