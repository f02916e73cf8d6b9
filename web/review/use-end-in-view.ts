import { type RefObject, useEffect, useRef } from "react";

/** Marks the element (`data-at-end`) while a part of it is in view. */
export function useEndInView(): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current: element } = end;
    if (!element) return;
    const observer = new IntersectionObserver((entries) => {
      element.toggleAttribute("data-at-end", entries.at(-1)?.isIntersecting);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return end;
}
