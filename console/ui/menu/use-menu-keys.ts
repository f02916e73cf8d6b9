import { type RefObject, useLayoutEffect, useRef } from "react";

/** A menu has the keyboard's focus from the moment it opens: arrows, Home and End move in it, and letters find an item. */
export function useMenuKeys(): RefObject<HTMLDivElement | null> {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return;
    const items = () => [...element.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
    items()[0]?.focus();
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const all = items();
      const place = all.findIndex((item) => item.matches(":focus"));
      const isLetter = event.key.length === 1 && event.key !== " ";
      const next = isLetter ? placeOfLetter(all, place, event.key) : placeOfKey(event.key, place, all.length);
      if (next === undefined && !isLetter) return;
      // a letter is the menu's, also where no item begins with it
      event.preventDefault();
      if (next !== undefined) all[next]?.focus();
    };
    element.addEventListener("keydown", press);
    return () => element.removeEventListener("keydown", press);
  }, []);
  return menu;
}

function placeOfKey(key: string, place: number, count: number): number | undefined {
  switch (key) {
    case "ArrowDown":
      return (place + 1) % count;
    case "ArrowUp":
      return (Math.max(place, 0) + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

/** Of the next item that begins with it, from the top again after the last. */
function placeOfLetter(items: HTMLElement[], place: number, letter: string): number | undefined {
  const begins = (item: HTMLElement) =>
    item.textContent.trim().toLocaleLowerCase().startsWith(letter.toLocaleLowerCase());
  const after = items.findIndex((item, at) => at > place && begins(item));
  const found = after === -1 ? items.findIndex(begins) : after;
  return found === -1 ? undefined : found;
}
