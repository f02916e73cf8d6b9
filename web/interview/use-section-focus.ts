import { type RefObject, useEffect, useRef } from "react";

/** After a change of section: the page starts at its top, and the heading has the focus. */
export function useSectionFocus(sectionId: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(sectionId);
  useEffect(() => {
    if (shown.current === sectionId) return;
    shown.current = sectionId;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [sectionId]);
  return heading;
}
