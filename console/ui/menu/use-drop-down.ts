import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

type DropDown = {
  /** The element around the button and the popover. */
  root: RefObject<HTMLDivElement | null>;
  button: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  /** Closes the popover and returns the focus to the button. */
  close: () => void;
};

/** The state of a popover that a button opens. Esc closes it, and so does a press or keyboard focus outside. */
export function useDropDown(): DropDown {
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    setIsOpen(false);
    button.current?.focus();
  }, []);
  const isOutside = useCallback(
    (target: EventTarget | null) => target instanceof Node && !root.current?.contains(target),
    [],
  );

  useEffect(() => {
    const element = root.current;
    if (!isOpen || !element) return;
    const press = ({ target }: PointerEvent) => isOutside(target) && setIsOpen(false);
    // relatedTarget is null if the window loses the focus; the popover then stays open
    const leave = ({ relatedTarget }: FocusEvent) => isOutside(relatedTarget) && setIsOpen(false);
    const key = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // otherwise Esc would also clear the list's selection
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    document.addEventListener("pointerdown", press);
    element.addEventListener("focusout", leave);
    // listens on the document, because Safari does not focus a pressed button
    document.addEventListener("keydown", key, true);
    return () => {
      document.removeEventListener("pointerdown", press);
      element.removeEventListener("focusout", leave);
      document.removeEventListener("keydown", key, true);
    };
  }, [isOpen, isOutside, close]);

  return { root, button, isOpen, setIsOpen, close };
}
