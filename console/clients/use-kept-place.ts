import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { keepPlace, placeIn } from "./list-place.ts";

const REST_MS = 200;

type KeptPlaceOptions = {
  /** How many clients have come by now. */
  loaded: number;
  /** Brings the line of a client into sight, with the keyboard's focus; false where the list has no such line. */
  goTo: (clientId: string) => boolean;
};

/** Where somebody was in the list when they left it: how many clients had come, how far down, and at whom. */
export function useShownBefore(): number {
  const [shown] = useState(() => placeIn(history.state)?.shown ?? 0);
  return shown;
}

/** Brings them back there, once, and stores where they are from then on. */
export function useKeptPlace({ loaded, goTo }: KeptPlaceOptions) {
  const before = useRef(placeIn(history.state));
  const latest = useRef({ loaded, goTo });
  useLayoutEffect(() => {
    latest.current = { loaded, goTo };
    const place = before.current;
    if (!place || loaded === 0) return;
    before.current = undefined;
    scrollTo(0, place.top);
    if (place.clientId !== null) goTo(place.clientId);
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scrolled = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const { clientId = null } = placeIn(history.state) ?? {};
        keepPlace({ top: scrollY, shown: latest.current.loaded, clientId });
      }, REST_MS);
    };
    addEventListener("scroll", scrolled, { passive: true });
    return () => {
      // else the page that comes next would get the place
      clearTimeout(timer);
      removeEventListener("scroll", scrolled);
    };
  }, []);

  /** Before the page of a client is opened. */
  return (clientId: string) => keepPlace({ top: scrollY, shown: latest.current.loaded, clientId });
}
