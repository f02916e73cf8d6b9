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
    element.showModal();
    element.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    return () => {
      element.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);

  return dialog;
}
