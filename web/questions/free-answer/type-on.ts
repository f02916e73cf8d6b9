/** Keys that move around the page; a client who presses one has left the box. */
const LEAVING_KEYS: ReadonlySet<string> = new Set([
  "Tab",
  "Escape",
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
]);

/** Ends the current wait for further typing, if any. Only the last box that was left with Enter gets that typing. */
let underWay = new AbortController();

/**
 * Puts what is typed or pasted next after Enter into the same box again. A press, Tab, an arrow key, Esc, or the focus
 * elsewhere ends that.
 */
export function typeOnInto(box: HTMLTextAreaElement, addText: (text: string) => void): void {
  underWay.abort();
  underWay = new AbortController();
  const { signal } = underWay;
  const end = () => underWay.abort();
  const isTheirs = () => box.isConnected && document.activeElement === document.body;
  const comeBack = () => {
    if (isTheirs()) box.focus();
    end();
  };

  document.addEventListener("pointerdown", end, { capture: true, signal });
  document.addEventListener("focusin", end, { capture: true, signal });
  document.addEventListener(
    "keydown",
    (event) => {
      if (LEAVING_KEYS.has(event.key)) end();
      // the browser inserts the key where the focus is after this event, so the key itself is not lost
      else if (enters(event)) comeBack();
    },
    { capture: true, signal },
  );
  document.addEventListener("compositionstart", comeBack, { capture: true, signal });
  // a paste without a key, for example from a menu
  document.addEventListener(
    "paste",
    (event) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (text === "" || !isTheirs()) return;
      event.preventDefault();
      comeBack();
      addText(text);
    },
    { capture: true, signal },
  );
}

/** Whether a key puts text into a box: a character, a dead key, a key of an input method, or a paste. */
function enters(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (event.isComposing || key === "Dead" || key === "Process" || key === "Unidentified") return true;
  if (shiftKey && key === "Insert") return true;
  const isCharacter = [...key].length === 1;
  // on Windows, AltGr is reported as Ctrl and Alt
  const isCommand = (ctrlKey && !altKey) || metaKey;
  return isCommand ? key.toLowerCase() === "v" : isCharacter;
}
