import { type RefObject, useCallback, useEffect, useState } from "react";
import { useDraftStore } from "../../draft/use-draft.ts";

type CancelledEdit = {
  /** Whether the last edit that was cancelled had changed anything. */
  isThere: boolean;
  /** `text`: the editor's, at that moment; `before`: the answer's. */
  cancel: (id: string, text: string, before: string) => void;
  restore: () => void;
};

/**
 * Esc and Cancel end an edit at once (spec §5), and what was typed there can be had back. The focus goes to the button
 * that does so, which is in `undo`.
 */
export function useCancelledEdit(undo: RefObject<HTMLElement | null>): CancelledEdit {
  const { dispatch } = useDraftStore();
  const [last, setLast] = useState<{ id: string; text: string }>();

  useEffect(() => {
    if (last) undo.current?.querySelector("button")?.focus();
  }, [last, undo]);

  const cancel = useCallback(
    (id: string, text: string, before: string) => {
      setLast(text === before ? undefined : { id, text });
      dispatch({ type: "edit-cancelled", id });
    },
    [dispatch],
  );

  function restore(): void {
    if (last) dispatch({ type: "edit-changed", ...last });
    setLast(undefined);
  }

  return { isThere: last !== undefined, cancel, restore };
}
