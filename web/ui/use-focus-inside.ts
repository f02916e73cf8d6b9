import { type RefObject, useEffect, useRef } from "react";

/** Gives the focus to the button inside, once, as soon as that is there: the one that was pressed is gone. */
export function useFocusInside<Holder extends HTMLElement>(): RefObject<Holder | null> {
  const holder = useRef<Holder>(null);
  useEffect(() => holder.current?.querySelector("button")?.focus(), []);
  return holder;
}
