import { useEffect, useRef } from "react";

/** Whoever presses one of these means another place than the box. */
const ENDING_KEYS = ["Tab", "Escape", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

/**
 * Enter leaves the box (spec §4), and many type on. Returns what is called when it has left: from then on the next key
 * that writes, and the next paste, go into the box again, until a press, Tab, an arrow or Esc.
 */
export function useTypingOn(): (box: HTMLTextAreaElement) => void {
  const waiting = useRef<AbortController>(undefined);
  useEffect(() => () => waiting.current?.abort(), []);

  return (box) => {
    waiting.current?.abort();
    const wait = new AbortController();
    waiting.current = wait;
    const end = () => wait.abort();
    const options = { capture: true, signal: wait.signal };
    document.addEventListener("pointerdown", end, options);
    // the focus has another place now, or the box itself
    document.addEventListener("focusin", end, options);
    document.addEventListener(
      "keydown",
      (event) => {
        if (ENDING_KEYS.includes(event.key)) end();
        // the key's own effect comes after this, and so it is the box's
        else if (writes(event)) box.focus();
      },
      options,
    );
    // from a menu; Ctrl and V have brought the focus back already
    document.addEventListener(
      "paste",
      (event) => {
        box.focus();
        pasteInto(box, event);
      },
      options,
    );
  };
}

/** A character, the beginning of one, or a paste. */
function writes({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (key === "Dead" || key === "Process") return true;
  const isPaste = (ctrlKey || metaKey) && key.toLowerCase() === "v";
  // AltGr is Ctrl and Alt on some systems, and writes
  const isCommand = (ctrlKey || metaKey) && !altKey;
  return isPaste || ([...key].length === 1 && !isCommand);
}

function pasteInto(box: HTMLTextAreaElement, event: ClipboardEvent): void {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (text === "") return;
  event.preventDefault();
  box.setRangeText(text.slice(0, box.maxLength), box.selectionStart, box.selectionEnd, "end");
  box.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
}
