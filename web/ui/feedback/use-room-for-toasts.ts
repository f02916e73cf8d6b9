import { type RefObject, useLayoutEffect } from "react";

const NAMES = ["focusin", "input"];

/**
 * The toasts are at the bottom of the window. The page can be scrolled past them (`--toast-room`), an on-screen
 * keyboard lifts them (`--keyboard`), and they do not cover the field that the client types in. A dialog's scrim does
 * not cover them.
 */
export function useRoomForToasts(region: RefObject<HTMLElement | null>, count: number): void {
  useLayoutEffect(() => {
    const element = region.current;
    if (!element) return;
    holdPlace(element);
    if (count === 0) return;
    const lift = () => raise(element);
    const makeRoom = (event?: Event) => {
      // an opening dialog takes the focus and would cover the toasts; during a press, a toast must not cover its target
      const isPressed = event?.type === "focusin" && document.querySelector(":active");
      if (event?.type !== "input" && !isPressed) lift();
      const { top, bottom } = filledPart(element);
      const { innerHeight, visualViewport } = window;
      const seen = visualViewport ? visualViewport.offsetTop + visualViewport.height : innerHeight;
      setRoom({ "--toast-room": bottom - top, "--keyboard": Math.max(0, innerHeight - seen) });
      uncover(element);
    };
    makeRoom();
    for (const name of NAMES) document.addEventListener(name, makeRoom);
    // after everything else that a press does
    window.addEventListener("click", lift);
    window.visualViewport?.addEventListener("resize", makeRoom);
    return () => {
      for (const name of NAMES) document.removeEventListener(name, makeRoom);
      window.removeEventListener("click", lift);
      window.visualViewport?.removeEventListener("resize", makeRoom);
      setRoom({ "--toast-room": 0, "--keyboard": 0 });
    };
  }, [region, count]);
}

/**
 * Shows the toasts again, because the element shown last is on top of the top layer. A browser without popovers has the
 * toasts in the page.
 */
function raise(element: HTMLElement): void {
  try {
    element.hidePopover?.();
    element.showPopover?.();
  } catch {
    // the focus moved while the browser was opening a menu, and nothing else may be shown until that is done
    setTimeout(() => element.showPopover());
  }
}

function setRoom(lengths: { [property: `--${string}`]: number }): void {
  for (const [property, length] of Object.entries(lengths))
    document.documentElement.style.setProperty(property, `${Math.ceil(length)}px`);
}

/** Keeps an error in its place when the toasts below it, which go sooner, are gone. */
function holdPlace(region: HTMLElement): void {
  const [urgent, calm] = region.children;
  const first = calm?.firstElementChild;
  const height =
    first instanceof HTMLElement
      ? region.clientHeight - first.offsetTop + Number.parseFloat(getComputedStyle(first).marginBlockStart)
      : 0;
  const held = Number.parseFloat(region.style.getPropertyValue("--calm")) || 0;
  region.style.setProperty("--calm", `${urgent?.firstElementChild ? Math.max(held, height) : 0}px`);
}

/** The part of the region with toasts; the region itself is as high as the window. */
function filledPart(region: HTMLElement): { top: number; bottom: number } {
  const toasts = [...region.children].flatMap(({ children }) => [...children]);
  const top = toasts.at(0)?.getBoundingClientRect().top ?? 0;
  return { top, bottom: toasts.at(-1)?.getBoundingClientRect().bottom ?? top };
}

/** Scrolls a covered field into view. Only fields, because a button must not move away during a press. */
function uncover(region: HTMLElement): void {
  const field = document.activeElement;
  if (!field?.matches("input, textarea")) return;
  const [covering, covered] = [filledPart(region), field.getBoundingClientRect()];
  if (covered.bottom > covering.top && covered.top < covering.bottom)
    field.scrollIntoView({ block: "nearest" });
}
