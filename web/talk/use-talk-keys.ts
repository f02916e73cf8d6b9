import { useEffect } from "react";
import type { Talk } from "./talk.ts";

/** Elements that use keys themselves. */
const TAKES_KEYS = "input, textarea, select, button, a, summary, label, dialog, [contenteditable]";
/** Elements to which a letter means something. */
const TAKES_LETTERS = "input, textarea, select, dialog, [contenteditable]";

const EVENTS = new Map(
  Object.entries({ ArrowLeft: "back", r: "again", p: "pause", ArrowRight: "skip", Escape: "close" } as const),
);

/** Keyboard shortcuts: ←, R, P and →, Space for the primary button, and Esc to leave. */
export function useTalkKeys(talk: Talk, onDone: (() => void) | undefined): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const act = isForOthers(event) ? undefined : actOf(event, talk, onDone);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [talk, onDone]);
}

function isForOthers(event: KeyboardEvent): boolean {
  const isCombined = event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
  return event.defaultPrevented || isCombined || event.repeat;
}

function actOf({ key, target }: KeyboardEvent, talk: Talk, onDone: (() => void) | undefined) {
  const isIn = (selector: string) => target instanceof Element && target.closest(selector) !== null;
  if (document.querySelector("dialog[open]")) return undefined;
  if (key === " ") return isIn(TAKES_KEYS) ? undefined : onDone;
  const type = EVENTS.get(key.length === 1 ? key.toLowerCase() : key);
  return type === undefined || isIn(TAKES_LETTERS) ? undefined : () => talk.tell(type);
}
