import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "wouter";

/** Scrolls to the top on navigation. After going back, the browser's scroll position stays. */
export function useScrollToTop(): void {
  const [path] = useLocation();
  const isBack = useRef(true);
  useEffect(() => {
    const back = () => {
      isBack.current = true;
    };
    // runs before the page renders
    addEventListener("popstate", back, { capture: true });
    return () => removeEventListener("popstate", back, { capture: true });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run for every new path
  useLayoutEffect(() => {
    if (!isBack.current) scrollTo(0, 0);
    isBack.current = false;
  }, [path]);
}
