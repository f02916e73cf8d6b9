/**
 * Events after which a sheet, the menu, or a dialog may have opened or closed. Not every browser sends `toggle` for
 * dialogs.
 */
const CHANGES = ["toggle", "close", "click", "keyup"] as const;

export type Sheets = {
  isOpen: () => boolean;
  close: () => void;
  stop: () => void;
};

/** Watches the sheets, the menu, and the dialogs that cover the page; calls `onChange` when any may have changed. */
export function createSheets(document: Document, onChange: () => void): Sheets {
  const ends = new AbortController();
  // after the task that opens or closes them
  const tell = () => setTimeout(() => !ends.signal.aborted && onChange());
  for (const name of CHANGES) document.addEventListener(name, tell, { capture: true, signal: ends.signal });

  // toasts are a manual popover, which covers nothing
  const all = "dialog[open], [popover]:not([popover=manual])";
  const open = () => [...document.querySelectorAll<HTMLElement>(all)].filter(isOpen);
  return {
    isOpen: () => open().length > 0,
    close() {
      for (const sheet of open()) {
        if (sheet instanceof HTMLDialogElement) sheet.close();
        else sheet.hidePopover();
      }
    },
    stop: () => ends.abort(),
  };
}

function isOpen(sheet: HTMLElement): boolean {
  return sheet instanceof HTMLDialogElement || isOpenPopover(sheet);
}

function isOpenPopover(sheet: HTMLElement): boolean {
  // a browser without popovers does not know the selector
  return "showPopover" in sheet && sheet.matches(":popover-open");
}
