import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** The content width of an element in pixels; undefined before it is mounted. */
export function useContentWidth(): { element: RefObject<HTMLDivElement | null>; width: number | undefined } {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  // a layout effect, so that the width is known before the first paint
  useLayoutEffect(() => {
    if (!element.current) return;
    setWidth(contentWidthOf(element.current));
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(entry.contentRect.width);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return { element, width };
}

function contentWidthOf(element: HTMLElement): number {
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  return (
    element.getBoundingClientRect().width - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  );
}
