import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Keeps a frame with `contain: size` as high as the box in it, so that only a change of that height lays out the page.
 * Returns the ref for the frame.
 */
export function useFrameHeight(box: RefObject<HTMLTextAreaElement | null>): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [outer, inner] = [frame.current, box.current];
    if (!outer || !inner) return;
    const match = () => {
      outer.style.height = `${inner.getBoundingClientRect().height}px`;
    };
    // an empty box has its height from the style sheet; with text, set the height before anything scrolls the new page
    if (inner.value !== "") match();
    // the observer runs before the browser paints the frame
    const observer = new ResizeObserver(match);
    observer.observe(inner, { box: "border-box" });
    return () => observer.disconnect();
  }, [box]);
  return frame;
}
