import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Answer } from "#contract/answer.ts";
import { type DeletedAnswer, heardOf } from "../draft/draft.ts";
import { useDraftStore } from "../draft/use-draft.ts";

/** What was deleted here since the section was opened, one after another; the last can be brought back first. */
export function useDeletedAnswers(questionId: string, list: RefObject<HTMLOListElement | null>) {
  const { store, dispatch } = useDraftStore();
  const [deleted, setDeleted] = useState<DeletedAnswer[]>([]);
  const restoredPlace = useRef<number>(undefined);

  const remove = useCallback(
    (answer: Answer) => {
      const { draft } = store.getState();
      const place = (draft.answers.written[questionId] ?? []).findIndex(({ id }) => id === answer.id);
      setDeleted((before) => [...before, { answer, place, heard: heardOf(draft, answer.id) }]);
      dispatch({ type: "answer-deleted", questionId, id: answer.id });
    },
    [store, dispatch, questionId],
  );

  const last = deleted.at(-1);
  function restore(): void {
    if (!last) return;
    dispatch({ type: "answer-restored", ...last });
    restoredPlace.current = last.place;
    setDeleted(deleted.slice(0, -1));
  }

  // the pressed button is gone: the focus goes to what came back
  useEffect(() => {
    if (restoredPlace.current === undefined || deleted.length > 0) return;
    list.current?.children[restoredPlace.current]?.querySelector("button")?.focus();
    restoredPlace.current = undefined;
  }, [deleted, list]);

  return { last: last?.answer, remove, restore };
}
