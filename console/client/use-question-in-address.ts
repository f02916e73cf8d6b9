import { useEffect } from "react";
import { goToQuestion } from "./follow-ups/go-to-question.ts";

/** A link in a mail may name a question: once the answers are there, it is gone to, and a reload stays where one is by then. */
export function useQuestionInAddress(areAnswersShown: boolean): void {
  useEffect(() => {
    const question = new URLSearchParams(location.hash.slice(1)).get("question");
    if (!areAnswersShown || question === null) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    goToQuestion(question);
  }, [areAnswersShown]);
}
