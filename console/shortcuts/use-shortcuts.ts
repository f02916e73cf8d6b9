import { useEffect, useRef } from "react";
import { type Shortcut, shortcutOf } from "./shortcut-of.ts";
import { useLetters } from "./use-letters.ts";

/** How long after G the next key completes the shortcut. */
const AFTER_G_MS = 1_500;

/** The actions of shortcuts. Returning false means that nothing was done, so that the browser handles the key. */
type Acts = { [Name in Shortcut]?: (event: KeyboardEvent) => unknown };

/** Handles shortcuts while no text is being typed and no dialog is open. */
export function useShortcuts(acts: Acts): void {
  const { areOn } = useLetters();
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });

  useEffect(() => {
    const shortcutIn = shortcutReader();
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
      const shortcut = shortcutIn(event, areOn);
      const act = shortcut && latest.current[shortcut];
      if (act && act(event) !== false) event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [areOn]);
}

/** Creates a reader of successive key presses, which remembers a G as the first half of a shortcut. */
function shortcutReader() {
  let pressedG = Number.NEGATIVE_INFINITY;
  return (event: KeyboardEvent, areLettersOn: boolean): Shortcut | undefined => {
    const isAfterG = event.timeStamp - pressedG < AFTER_G_MS;
    const shortcut = event.isComposing ? undefined : shortcutOf(event, { isAfterG, areLettersOn });
    // Ctrl+K also works in a text field
    if (shortcut === undefined || (shortcut !== "palette" && isTyped(event))) return undefined;
    pressedG = shortcut === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
    return shortcut === "g" ? undefined : shortcut;
  };
}

/** Whether the key belongs to the focused control. */
function isTyped({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== "checkbox";
  return target.isContentEditable || target.matches("textarea, select");
}
