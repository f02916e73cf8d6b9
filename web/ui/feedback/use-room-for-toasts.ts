import { type RefObject, useLayoutEffect } from "react";

const NAMES = ["focusin", "input"];

/**
 * The toasts lie at the lower edge of the window: scrolling goes past them (`--toast-room`), a keyboard on the screen lifts them
 * (`--keyboard`), and the field that somebody types in does not stay behind them.
 */
export function useRoomForToasts(region: RefObject<HTMLElement | null>, count: number): void {
  useLayoutEffect(() => {
    if (count === 0) return;
    const makeRoom = () => {
      const { height = 0 } = region.current?.getBoundingClientRect() ?? {};
      const { innerHeight, visualViewport } = window;
      const seen = visualViewport ? visualViewport.offsetTop + visualViewport.height : innerHeight;
      setRoom({ "--toast-room": height, "--keyboard": Math.max(0, innerHeight - seen) });
      uncover(region.current);
    };
    makeRoom();
    for (const name of NAMES) document.addEventListener(name, makeRoom);
    window.visualViewport?.addEventListener("resize", makeRoom);
    return () => {
      for (const name of NAMES) document.removeEventListener(name, makeRoom);
      window.visualViewport?.removeEventListener("resize", makeRoom);
      setRoom({ "--toast-room": 0, "--keyboard": 0 });
    };
  }, [region, count]);
}

function setRoom(lengths: { [property: `--${string}`]: number }): void {
  for (const [property, length] of Object.entries(lengths))
    document.documentElement.style.setProperty(property, `${Math.ceil(length)}px`);
}

/** A field only: what is being pressed must not move away under the finger. */
function uncover(region: HTMLElement | null): void {
  const field = document.activeElement;
  if (!region || !field?.matches("input, textarea")) return;
  const [covering, covered] = [region.getBoundingClientRect(), field.getBoundingClientRect()];
  if (covered.bottom > covering.top && covered.top < covering.bottom)
    field.scrollIntoView({ block: "nearest" });
}
