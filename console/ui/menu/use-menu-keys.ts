import { type RefObject, useLayoutEffect, useRef } from "react";

/** Focuses the menu when it opens. Arrow keys, Home and End move in it, and a letter finds an item. */
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
      // the menu handles every letter, even if no item starts with it
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

/** The index of the next item that begins with the letter, continuing from the top after the last. */
function placeOfLetter(items: HTMLElement[], place: number, letter: string): number | undefined {
  const begins = (item: HTMLElement) =>
    item.textContent.trim().toLocaleLowerCase().startsWith(letter.toLocaleLowerCase());
  const after = items.findIndex((item, at) => at > place && begins(item));
  const found = after === -1 ? items.findIndex(begins) : after;
  return found === -1 ? undefined : found;
}
