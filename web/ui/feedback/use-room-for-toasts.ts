import { type RefObject, useLayoutEffect } from "react";

const NAMES = ["focusin", "input"];

/**
 * The toasts lie at the lower edge of the window: scrolling goes past them (`--toast-room`), a keyboard on the screen lifts them
 * (`--keyboard`), and the field that somebody types in does not stay behind them. A dialog's scrim does not cover them.
 */
export function useRoomForToasts(region: RefObject<HTMLElement | null>, count: number): void {
  useLayoutEffect(() => {
    const element = region.current;
    if (!element) return;
    holdPlace(element);
    if (count === 0) return;
    const lift = () => raise(element);
    const makeRoom = (event?: Event) => {
      // a dialog that opens takes the focus; what is being pressed must not come to lie under a toast
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
    // behind all that a press does
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

/** Of what lies in the top layer, the last that was shown lies above. A browser without popovers has the toasts in the page. */
function raise(element: HTMLElement): void {
  try {
    element.hidePopover?.();
    element.showPopover?.();
  } catch {
    // the focus moves while the browser is still opening a menu, and nothing else may be shown until that is done
    setTimeout(() => element.showPopover());
  }
}

function setRoom(lengths: { [property: `--${string}`]: number }): void {
  for (const [property, length] of Object.entries(lengths))
    document.documentElement.style.setProperty(property, `${Math.ceil(length)}px`);
}

/** An error lies above what will go before it, and stays where it is when that goes. */
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

/** The region is as high as the window. */
function filledPart(region: HTMLElement): { top: number; bottom: number } {
  const toasts = [...region.children].flatMap(({ children }) => [...children]);
  const top = toasts.at(0)?.getBoundingClientRect().top ?? 0;
  return { top, bottom: toasts.at(-1)?.getBoundingClientRect().bottom ?? top };
}

/** A field only: what is being pressed must not move away under the finger. */
function uncover(region: HTMLElement): void {
  const field = document.activeElement;
  if (!field?.matches("input, textarea")) return;
  const [covering, covered] = [filledPart(region), field.getBoundingClientRect()];
  if (covered.bottom > covering.top && covered.top < covering.bottom)
    field.scrollIntoView({ block: "nearest" });
}
