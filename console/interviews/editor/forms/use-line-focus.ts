import { useRef } from "react";
import { flushSync } from "react-dom";

/** Keeps the focus in a list of lines that gains or loses one. */
export function useLineFocus() {
  const part = useRef<HTMLFieldSetElement>(null);
  /** Changes the list, then focuses the first field of the line at this place, or the button that adds one. */
  const putAndFocus = (put: () => void, at: number) => {
    flushSync(put);
    const line = part.current?.querySelectorAll("li").item(at);
    const field = line?.querySelector<HTMLElement>("input, select, textarea");
    (field ?? part.current?.querySelector("button"))?.focus();
  };
  return { part, putAndFocus };
}
