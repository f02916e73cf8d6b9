import { type RefObject, useEffect, useRef } from "react";

/** Focuses a text box when it appears, with the caret after the last word. */
export function useStartAtEnd(): RefObject<HTMLTextAreaElement | null> {
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    box.current?.focus();
    box.current?.setSelectionRange(box.current.value.length, box.current.value.length);
  }, []);
  return box;
}
