import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { Answer } from "#contract/record/answer.ts";
import { useDraft, useDraftStore } from "../../draft/use-draft.ts";

type UndoRefs = { list: RefObject<HTMLElement | null>; undo: RefObject<HTMLElement | null> };

/**
 * A question's last deleted answer, and functions to delete and restore. They move the focus, as the pressed button
 * disappears.
 */
export function useDeletedAnswers(questionId: string, { list, undo }: UndoRefs) {
  const { dispatch } = useDraftStore();
  const last = useDraft(({ draft }) =>
    draft.deleted.findLast(({ answer }) => answer.questionId === questionId),
  );
  const count = useDraft(({ draft }) => draft.answers.written[questionId]?.length ?? 0);
  /** Where the focus goes next: to the undo button, or to the answer at this place in the list. */
  const focus = useRef<"undo" | number>(undefined);

  const remove = useCallback(
    ({ id }: Answer) => {
      focus.current = "undo";
      dispatch({ type: "answer-deleted", questionId, id });
    },
    [dispatch, questionId],
  );

  function restore({ id }: Answer): void {
    focus.current = last?.place;
    dispatch({ type: "answer-restored", id });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `last` moves the focus
  useEffect(() => {
    const next = focus.current;
    focus.current = undefined;
    if (next === undefined) return;
    // a long list hides its first answers
    const hidden = count - (list.current?.children.length ?? 0);
    const place = typeof next === "number" ? list.current?.children[Math.max(next - hidden, 0)] : undefined;
    (undo.current ?? place)?.querySelector("button")?.focus();
  }, [last, list, undo]);

  return { last: last?.answer, remove, restore };
}
