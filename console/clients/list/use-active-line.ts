import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { lineId } from "./line-id.ts";

/** The row that Tab moves to and that arrow keys change. A row that is not rendered yet is focused once it is. */
export function useActiveLine(ids: readonly string[]) {
  const [activeId, setActiveId] = useState<string>();
  const wanted = useRef<string>(undefined);
  const places = useMemo(() => new Map(ids.map((id, place) => [id, place])), [ids]);
  const place = activeId === undefined ? undefined : places.get(activeId);

  useLayoutEffect(() => {
    const line = wanted.current === undefined ? null : document.getElementById(lineId(wanted.current));
    if (!line) return;
    wanted.current = undefined;
    line.focus({ preventScroll: true });
  });

  const goTo = useCallback((id: string) => {
    wanted.current = id;
    setActiveId(id);
  }, []);
  return {
    /** The index of the active row; 0 before any row was active. */
    active: place ?? 0,
    isVisited: place !== undefined,
    placeOf: (id: string) => places.get(id),
    goTo,
    setActiveId,
  };
}

/** The ID of the client whose row has the keyboard focus. */
export function focusedLine(): string | undefined {
  const line = document.activeElement?.closest(`[id^="${lineId("")}"]`);
  return line?.id.slice(lineId("").length);
}
