import { useEffect } from "react";

/** An on-screen keyboard leaves less than this share of the window's height. */
const LEFT_BY_KEYBOARD = 0.75;
const CHANGES = ["resize", "scroll"] as const;

/**
 * Sets `data-keyboard` on the page while an on-screen keyboard is open, and `--keys` to the height that it covers.
 * Safari lays the keyboard over the window; other browsers make the window lower.
 */
export function useKeyboardOnScreen(): void {
  useEffect(() => {
    const { visualViewport: seen } = window;
    // a device with a mouse has a real keyboard
    if (!seen || !matchMedia("(pointer: coarse)").matches) return;
    const root = document.documentElement;
    let whole = { width: 0, height: 0 };
    const look = () => {
      const { innerWidth: width, innerHeight } = window;
      const height = seen.height * seen.scale;
      // a device that was rotated has another height
      const before = whole.width === width ? whole.height : 0;
      whole = { width, height: Math.max(before, innerHeight, height) };
      root.toggleAttribute("data-keyboard", height < whole.height * LEFT_BY_KEYBOARD);
      const covered = innerHeight - seen.offsetTop - seen.height;
      root.style.setProperty("--keys", `${Math.max(0, covered)}px`);
    };
    look();
    for (const name of CHANGES) seen.addEventListener(name, look);
    return () => {
      for (const name of CHANGES) seen.removeEventListener(name, look);
      root.removeAttribute("data-keyboard");
    };
  }, []);
}
