import { type RefObject, useEffect, useRef } from "react";

/** A checkbox that stands for several things of which some are chosen: no attribute of HTML says so. */
export function usePartly(isPartly: boolean): RefObject<HTMLInputElement | null> {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly;
  }, [isPartly]);
  return box;
}
