import { type RefObject, useEffect, useRef } from "react";
import type { DraftStore } from "../../draft/draft-store.ts";

/** After a reload or a crash, the box that the client was in has the focus again, with the caret at its end. */
export function useReturnFocus({ store }: DraftStore): RefObject<HTMLDivElement | null> {
  const questions = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { boxId } = store.getState().draft;
    if (boxId === undefined) return;
    const box = questions.current?.querySelector<HTMLTextAreaElement>(
      `[data-question="${CSS.escape(boxId)}"] textarea[data-box]`,
    );
    box?.focus();
    box?.setSelectionRange(box.value.length, box.value.length);
  }, [store]);
  return questions;
}
