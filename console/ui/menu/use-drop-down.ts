import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

type DropDown = {
  /** Around the button and what it opens. */
  root: RefObject<HTMLDivElement | null>;
  button: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  /** And the button has the focus again. */
  close: () => void;
};

/** Something that a button opens. Esc closes it, and so does a press or the keyboard's focus anywhere else. */
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
    // null where the whole window loses the focus: what is open stays open
    const leave = ({ relatedTarget }: FocusEvent) => isOutside(relatedTarget) && setIsOpen(false);
    const key = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // else the list would give up its choice
      event.preventDefault();
      close();
    };
    document.addEventListener("pointerdown", press);
    element.addEventListener("focusout", leave);
    element.addEventListener("keydown", key);
    return () => {
      document.removeEventListener("pointerdown", press);
      element.removeEventListener("focusout", leave);
      element.removeEventListener("keydown", key);
    };
  }, [isOpen, isOutside, close]);

  return { root, button, isOpen, setIsOpen, close };
}
