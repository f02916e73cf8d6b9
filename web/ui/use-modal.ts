import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Opens the dialog over the page for as long as it is mounted. The control marked `data-autofocus` gets the focus, or
 * else the first one; at closing, the opener gets it back.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);

  // a layout effect, because its cleanup runs while the dialog is still in the page and the focus can go back
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const opener = document.activeElement;
    const first = element.querySelector<HTMLElement>("[data-autofocus]");
    // React omits the attribute; with it, the browser focuses this control at once and not the first one before
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
