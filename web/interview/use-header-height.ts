import { type RefCallback, useCallback } from "react";

/** Tells the page how high its header is: it grows with a follow-up, and with what is said beside the progress. */
export function useHeaderHeight(): RefCallback<HTMLElement> {
  return useCallback((header: HTMLElement | null) => {
    if (!header) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty("--header-height", `${header.offsetHeight}px`);
    });
    observer.observe(header);
    return () => {
      observer.disconnect();
      style.removeProperty("--header-height");
    };
  }, []);
}
