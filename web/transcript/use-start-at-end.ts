import { type RefObject, useEffect, useRef } from "react";

/** Puts the caret behind the last word of a text box when it appears. */
export function useStartAtEnd(): RefObject<HTMLTextAreaElement | null> {
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    box.current?.focus();
    box.current?.setSelectionRange(box.current.value.length, box.current.value.length);
  }, []);
  return box;
}
