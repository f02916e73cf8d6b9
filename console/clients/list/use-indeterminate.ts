import { type RefObject, useEffect, useRef } from "react";

/** Sets a checkbox to indeterminate, which HTML has no attribute for. */
export function useIndeterminate(isPartly: boolean): RefObject<HTMLInputElement | null> {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly;
  }, [isPartly]);
  return box;
}
