import { useSyncExternalStore } from "react";

/** As the style sheet of the editor has it: room for outline, form and preview beside each other. */
const WIDE = "(width >= 89rem)";

export function useWideScreen(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(WIDE);
      query.addEventListener("change", onChange);
      return () => query.removeEventListener("change", onChange);
    },
    () => matchMedia(WIDE).matches,
  );
}
