import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { keepPlace, placeIn } from "../list-place.ts";

const REST_MS = 200;

type KeptPlaceOptions = {
  /** The number of loaded clients. */
  loaded: number;
  /** Scrolls to a client's row and focuses it; false if the list has no such row. */
  goTo: (clientId: string) => boolean;
};

/** The number of clients that were loaded when the user left the list. */
export function useShownBefore(): number {
  const [shown] = useState(() => placeIn(history.state)?.shown ?? 0);
  return shown;
}

/** Restores the stored position once, and from then on stores the current one. */
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
      // otherwise the next page would store this position
      clearTimeout(timer);
      removeEventListener("scroll", scrolled);
    };
  }, []);

  /** Must be called before a client's page is opened. */
  return (clientId: string) => keepPlace({ top: scrollY, shown: latest.current.loaded, clientId });
}
