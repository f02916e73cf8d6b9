import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { Answer } from "#contract/record/answer.ts";
import { useDraft, useDraftStore } from "../../draft/use-draft.ts";

type Shown = { list: RefObject<HTMLElement | null>; undo: RefObject<HTMLElement | null> };

/** What was deleted of a question, the last first, and the ways there and back. The focus goes along: the pressed button is gone. */
export function useDeletedAnswers(questionId: string, { list, undo }: Shown) {
  const { dispatch } = useDraftStore();
  const last = useDraft(({ draft }) =>
    draft.deleted.findLast(({ answer }) => answer.questionId === questionId),
  );
  const count = useDraft(({ draft }) => draft.answers.written[questionId]?.length ?? 0);
  /** Where it goes next: an answer's place in the list, if not to the way back. */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: `last` is what has changed
  useEffect(() => {
    const next = focus.current;
    focus.current = undefined;
    if (next === undefined) return;
    // a long list begins with a later answer
    const hidden = count - (list.current?.children.length ?? 0);
    const place = typeof next === "number" ? list.current?.children[Math.max(next - hidden, 0)] : undefined;
    (undo.current ?? place)?.querySelector("button")?.focus();
  }, [last, list, undo]);

  return { last: last?.answer, remove, restore };
}
