import { useEffect, useRef } from "react";

/** For a row that may be wider than the screen: scrolls the current item into view. */
export function useCurrentInView(current: string | undefined) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = current !== undefined && row.current?.querySelector("[aria-current='true']");
    if (!shown || !row.current) return;
    row.current.scrollBy({
      left: shown.getBoundingClientRect().left - row.current.getBoundingClientRect().left,
    });
  }, [current]);
  return row;
}
