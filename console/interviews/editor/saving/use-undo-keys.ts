import { useEffect } from "react";
import type { DraftEditor } from "./draft-editor.ts";

type Acts = Pick<DraftEditor, "undo" | "redo">;

/**
 * Ctrl+Z undoes, and Ctrl+Shift+Z or Ctrl+Y redoes, also in a text field: the browser's own undo knows only one field.
 * Dialogs are left alone.
 */
export function useUndoKeys({ undo, redo }: Acts): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = actOf(event, { undo, redo });
      if (!act || (event.target instanceof Element && event.target.closest("dialog"))) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [undo, redo]);
}

function actOf({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent, { undo, redo }: Acts) {
  if (altKey || !(ctrlKey || metaKey)) return undefined;
  const keys: { [key: string]: () => void } = { z: shiftKey ? redo : undo, y: redo };
  return keys[key.toLowerCase()];
}
