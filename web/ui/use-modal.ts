import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Opens the dialog over the page for as long as it is mounted. The control marked `data-autofocus` gets the focus,
 * else the first one; on closing the browser gives it back to the opener.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);

  // a layout effect: its cleanup runs while the dialog still stands in the page, else the focus could not go back
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const opener = document.activeElement;
    const first = element.querySelector<HTMLElement>("[data-autofocus]");
    // React leaves the attribute out; with it, the browser moves the focus once, and not to the first control before
    first?.setAttribute("autofocus", "");
    element.showModal();
    if (first && document.activeElement !== first) first.focus();
    return () => {
      element.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);

  return dialog;
}
