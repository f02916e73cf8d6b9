import { type RefCallback, useCallback } from "react";
import type { DraftState } from "../../draft/draft-store.ts";
import { useDraftStore } from "../../draft/use-draft.ts";

/**
 * Shows the draft's text in a question's box. The browser itself shows what is typed, so a key renders nothing; text
 * from elsewhere (dictation, a box that was emptied) is written into the element. Returns the ref for the box.
 */
export function useBoxText(questionId: string): RefCallback<HTMLTextAreaElement> {
  const { store } = useDraftStore();
  return useCallback(
    (box: HTMLTextAreaElement | null) => {
      if (!box) return;
      let shown: string | undefined;
      const show = ({ draft }: DraftState) => {
        const text = textOfBox(draft, questionId);
        if (text === shown) return;
        shown = text;
        if (box.value === text) return;
        box.value = text;
        // for a box that grows by script and measures its text; the app already has the text
        box.dispatchEvent(new Event("input"));
      };
      show(store.getState());
      return store.subscribe(show);
    },
    [store, questionId],
  );
}

export function textOfBox({ boxes }: Pick<DraftState["draft"], "boxes">, questionId: string): string {
  return boxes[questionId] ?? "";
}
