/** A client who moves about the page with these has left the box. */
const LEAVING_KEYS: ReadonlySet<string> = new Set([
  "Tab",
  "Escape",
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
]);

/** Ends the typing on that is under way, if any: only the last box that Enter left takes it. */
let underWay = new AbortController();

/**
 * The next thing that is typed or pasted after Enter goes into the same box again. A press, Tab, an arrow or Esc, or
 * the focus elsewhere, ends that (product §9).
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
      // the browser enters the key where the focus is after this event, so the key itself is not lost
      else if (enters(event)) comeBack();
    },
    { capture: true, signal },
  );
  document.addEventListener("compositionstart", comeBack, { capture: true, signal });
  // a paste that no key announced, as a menu's
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
  // AltGr is Ctrl and Alt on Windows
  const isCommand = (ctrlKey && !altKey) || metaKey;
  return isCommand ? key.toLowerCase() === "v" : isCharacter;
}
