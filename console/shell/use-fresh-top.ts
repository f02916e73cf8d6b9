import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "wouter";

/** A page that somebody goes to begins at its top; one that they go back to is where they left it. */
export function useFreshTop(): void {
  const [path] = useLocation();
  const isBack = useRef(true);
  useEffect(() => {
    const back = () => {
      isBack.current = true;
    };
    // before the page is drawn
    addEventListener("popstate", back, { capture: true });
    return () => removeEventListener("popstate", back, { capture: true });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another page
  useLayoutEffect(() => {
    if (!isBack.current) scrollTo(0, 0);
    isBack.current = false;
  }, [path]);
}
