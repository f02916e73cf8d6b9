import { type FocusEvent, useEffect, useRef } from "react";

/** Moves the focus to the frame of a table when the row that had it is removed. Each row's id is in `data-row`. */
export function useFocusOfRemovedRow(ids: readonly string[]) {
  const frame = useRef<HTMLElement>(null);
  const focused = useRef<string>(undefined);
  useEffect(() => {
    if (focused.current === undefined || ids.includes(focused.current)) return;
    focused.current = undefined;
    // an act may have moved the focus elsewhere
    if (document.activeElement === document.body) frame.current?.focus();
  });
  return {
    ref: frame,
    onFocus({ target }: FocusEvent) {
      focused.current = target.closest<HTMLElement>("[data-row]")?.dataset.row;
    },
    onBlur({ relatedTarget, currentTarget }: FocusEvent) {
      // without a target, the element may have been removed
      if (relatedTarget && !currentTarget.contains(relatedTarget)) focused.current = undefined;
    },
  };
}
