import { type RefObject, useEffect, useRef } from "react";

/** Scrolls an element into sight whenever it is the current one. */
export function useInSight<Shown extends HTMLElement>(isCurrent: boolean): RefObject<Shown | null> {
  const element = useRef<Shown>(null);
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  return element;
}
