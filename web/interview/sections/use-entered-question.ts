import { type RefObject, useEffect } from "react";
import { useActions } from "../workspace/use-actions.ts";

/** Reports which question the client is at, so that Next continues from there. */
export function useEnteredQuestion(questions: RefObject<HTMLElement | null>): void {
  const { enterQuestion } = useActions();
  useEffect(() => {
    const list = questions.current;
    const onFocus = ({ target }: FocusEvent) => {
      const card = target instanceof Element && target.closest<HTMLElement>("[data-question]");
      if (card && card.dataset.question !== undefined) enterQuestion(card.dataset.question);
    };
    list?.addEventListener("focusin", onFocus);
    return () => list?.removeEventListener("focusin", onFocus);
  }, [questions, enterQuestion]);
}
