import { type RefObject, useEffect, useRef } from "react";

/** Scrolls to an answer that the client has just added, unless they have gone on to another card. */
export function useScrollToAdded(list: RefObject<HTMLElement | null>, added: string | undefined): void {
  const before = useRef(added);
  useEffect(() => {
    const isNew = added !== before.current;
    before.current = added;
    if (!isNew || added === undefined) return;
    const { activeElement } = document;
    const isHere = list.current?.closest("[data-question]")?.contains(activeElement) ?? false;
    if (isHere || activeElement === document.body)
      list.current?.lastElementChild?.scrollIntoView({ block: "nearest" });
  }, [list, added]);
}
